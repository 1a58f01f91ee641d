export { Habits, Looks, PrivacySettings } from './appearance-and-habits'
export { languages } from './languages'
export { NotificationSettings } from './notification-settings'
export { OfNewcomers, type Settings } from './place'
