export { Habits, Looks, PrivacySettings } from './look-and-habits'
export { languages } from './languages'
export { NotificationSettings } from './notices'
export { OfNewcomers, type Settings } from './place'
