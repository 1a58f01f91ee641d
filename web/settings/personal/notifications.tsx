import { NotificationSettings } from '../preferences'
import { AlertWords } from './alert-words'
import { PushDevices } from './push-devices'
import { StreamNotificationSettings } from './stream-notifications'

/** When and how the user gets notifications. */
export const Notifications = () => (
  <>
    <NotificationSettings />
    <PushDevices />
    <StreamNotificationSettings />
    <AlertWords />
  </>
)
