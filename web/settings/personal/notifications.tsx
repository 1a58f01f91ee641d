import { NotificationSettings } from '../preferences'
import { AlertWords } from './alert-words'
import { StreamNotificationSettings } from './notices-of-streams'

/** What the reader wants to be told of, and how. */
export const Notifications = () => (
  <>
    <NotificationSettings />
    <StreamNotificationSettings />
    <AlertWords />
  </>
)
