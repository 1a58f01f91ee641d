import { NotificationSettings } from '../preferences'
import { AlertWords } from './alert-words'
import { StreamNotificationSettings } from './stream-notifications'

/** What the reader wants to be told of, and how. */
export const Notifications = () => (
  <>
    <NotificationSettings />
    <StreamNotificationSettings />
    <AlertWords />
  </>
)
