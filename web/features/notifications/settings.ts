import type { Store } from '../../../client'
import type { NotificationSettings } from '../../../client/policies'

/** Whether this browser can show notifications. Over plain HTTP it cannot, and locks are missing, too. */
export const canNotify = 'Notification' in globalThis && 'locks' in navigator

/** The settings for notifications, and for how open clients show them. */
interface Settings extends NotificationSettings {
  readonly notification_sound: string
  readonly pm_content_in_desktop_notifications: boolean
  readonly desktop_icon_count_display: number
}

export const settingsOf = ({ state }: Store): Settings => state.user_settings.value as unknown as Settings
