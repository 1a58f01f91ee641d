export { Habits, Looks, PrivacySettings } from './appearance-and-habits'
export { languageOptions } from './languages'
export { NotificationSettings } from './notification-settings'
export { OfNewcomers, type Settings } from './place'
