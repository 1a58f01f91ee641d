export { AppearanceSettings, HabitSettings, PrivacySettings } from './appearance-and-habits'
export { languageOptions } from './languages'
export { NotificationSettings } from './notification-settings'
export { NewcomerSettings, type Settings } from './place'
