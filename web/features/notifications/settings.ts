import type { Store } from '../../../client'

/** Whether this browser can show notifications. Over plain HTTP it cannot, and locks are missing, too. */
export const canNotify = 'Notification' in globalThis && 'locks' in navigator

/** The settings for notifications. */
export interface Settings {
  readonly enable_desktop_notifications: boolean
  readonly enable_stream_desktop_notifications: boolean
  readonly enable_stream_audible_notifications: boolean
  readonly enable_sounds: boolean
  readonly notification_sound: string
  readonly pm_content_in_desktop_notifications: boolean
  readonly wildcard_mentions_notify: boolean
  readonly desktop_icon_count_display: number
}

export const settingsOf = ({ state }: Store): Settings => state.user_settings.value as unknown as Settings
