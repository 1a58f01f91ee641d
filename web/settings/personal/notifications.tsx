import { NotificationSettings } from '../preferences'
import { AlertWords } from './alert-words'
import { StreamNotificationSettings } from './stream-notifications'

/** When and how the user gets notifications. */
export const Notifications = () => (
  <>
    <NotificationSettings />
    <StreamNotificationSettings />
    <AlertWords />
  </>
)
