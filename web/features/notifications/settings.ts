import type { Store } from '../../../client'

/** The settings by which somebody is told of messages. */
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
