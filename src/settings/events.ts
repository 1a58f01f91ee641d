import { z } from 'zod'
import { tell, type OutgoingEvent } from '../core/turn/change'
import { languages } from './languages'
import { settingsTable, type UserSettings } from './table'

const value = z.union([z.string(), z.int(), z.boolean()])

const languageName = {
  /** Name of the new language in that language; only for `default_language`. */
  language_name: z.string().optional(),
}

/** What the legacy events name the user by. */
const user = {
  /** Your address as others see it. */
  user: z.string(),
}

/** Events about settings (events, Settings). */
export const settingEventSchemas = [
  /** One of your settings has changed. Only you are told. */
  z.object({
    type: z.literal('user_settings'),
    op: z.literal('update'),
    /** Name of the setting; also `timezone`. */
    property: z.string(),
    /** New value. */
    value,
    ...languageName,
  }),
  /**
   * One of your settings has changed that older clients count as display settings, or your time zone. Comes beside
   * `user_settings`, to queues without the capability `user_settings_object`.
   */
  z.object({
    type: z.literal('update_display_settings'),
    /** Name of the setting. */
    setting_name: z.string(),
    /** New value. */
    setting: value,
    ...user,
    ...languageName,
  }),
  /**
   * One of your settings has changed that older clients count as notification settings. Comes beside `user_settings`,
   * to queues without the capability `user_settings_object`.
   */
  z.object({
    type: z.literal('update_global_notifications'),
    /** Name of the setting. */
    notification_name: z.string(),
    /** New value. */
    setting: value,
    ...user,
  }),
  /** A setting that new users of the organization start with has changed. Everybody is told. */
  z.object({
    type: z.literal('realm_user_settings_defaults'),
    op: z.literal('update'),
    /** Name of the setting. */
    property: z.string(),
    /** New value. */
    value,
  }),
] as const

type Value = z.infer<typeof value>

/** Events about changed settings of a user, for newer and for older clients. */
export function settingsChanged(user: { id: number; email: string }, changed: Partial<UserSettings>): OutgoingEvent[] {
  return Object.entries(changed).flatMap(([name, value]) =>
    settingChanged(user, name, value, settingsTable[name as keyof UserSettings].group),
  )
}

/** Events about a changed time zone: it has its own column, but clients see it as a setting. */
export const timezoneChanged = (user: { id: number; email: string }, timezone: string): OutgoingEvent[] =>
  settingChanged(user, 'timezone', timezone, 'display')

function settingChanged(
  { id, email }: { id: number; email: string },
  name: string,
  value: Value,
  group: 'display' | 'notification' | null,
): OutgoingEvent[] {
  const language = name === 'default_language' ? { language_name: languages[String(value)]! } : {}
  const events = [tell([id], { type: 'user_settings', op: 'update', property: name, value, ...language })]
  if (group === 'display')
    events.push(
      tell([id], { type: 'update_display_settings', setting_name: name, setting: value, user: email, ...language }),
    )
  if (group === 'notification')
    events.push(
      tell([id], { type: 'update_global_notifications', notification_name: name, setting: value, user: email }),
    )
  return events
}
