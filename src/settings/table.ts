import { z } from 'zod'
import { type Field, flag, json, text } from '../core/http/params'
import { languages } from './languages'
import { notificationSounds } from './sounds'

/** One personal setting, declared once for every place that speaks of it. */
interface Setting<T extends SettingValue> {
  /** How it travels, and which values it may have. */
  readonly field: Field<T>
  readonly fallback: T
  /** Which of the legacy groups it belongs to; null: none, being newer than these. */
  readonly group: 'display' | 'notification' | null
  /** Whether the organization can say what new users start with. */
  readonly hasRealmDefault: boolean
}

type SettingValue = string | number | boolean

function setting<T extends SettingValue>(
  group: Setting<T>['group'],
  field: Field<T>,
  fallback: NoInfer<T>,
  { hasRealmDefault = true } = {},
): Setting<T> {
  return { field, fallback, group, hasRealmDefault }
}

const onOff = (group: Setting<boolean>['group'], fallback: boolean, options?: { hasRealmDefault: boolean }) =>
  setting<boolean>(group, flag(), fallback, options)

/** Whole numbers that stand for choices. */
const code = () => json(z.literal([1, 2, 3]))

const isLanguage = (name: string): boolean => Object.hasOwn(languages, name)

/** One to a week. */
const batchingPeriod = z
  .int()
  .min(1)
  .max(7 * 24 * 3600)

/** All personal settings (objects, Personal settings; register, Settings). */
export const settingsTable = {
  color_scheme: setting('display', code(), 1),
  default_language: setting('display', text(z.string().refine(isLanguage, 'Invalid default_language')), 'en', {
    hasRealmDefault: false,
  }),
  default_view: setting('display', text(z.enum(['recent_topics', 'all_messages'])), 'recent_topics'),
  demote_inactive_streams: setting('display', code(), 1),
  dense_mode: onOff('display', true),
  emojiset: setting('display', text(z.enum(['google', 'google-blob', 'twitter', 'text'])), 'google'),
  enable_drafts_synchronization: onOff('display', true),
  enter_sends: onOff('display', false),
  fluid_layout_width: onOff('display', false),
  high_contrast_mode: onOff('display', false),
  left_side_userlist: onOff('display', false),
  starred_message_counts: onOff('display', true),
  translate_emoticons: onOff('display', false),
  twenty_four_hour_time: onOff('display', false),
  desktop_icon_count_display: setting('notification', code(), 1),
  email_notifications_batching_period_seconds: setting('notification', json(batchingPeriod), 120),
  enable_desktop_notifications: onOff('notification', true),
  enable_digest_emails: onOff('notification', true),
  enable_login_emails: onOff('notification', true, { hasRealmDefault: false }),
  enable_marketing_emails: onOff('notification', true, { hasRealmDefault: false }),
  enable_offline_email_notifications: onOff('notification', true),
  enable_offline_push_notifications: onOff('notification', true),
  enable_online_push_notifications: onOff('notification', true),
  enable_sounds: onOff('notification', true),
  enable_stream_audible_notifications: onOff('notification', false),
  enable_stream_desktop_notifications: onOff('notification', false),
  enable_stream_email_notifications: onOff('notification', false),
  enable_stream_push_notifications: onOff('notification', false),
  message_content_in_email_notifications: onOff('notification', true),
  notification_sound: setting('notification', text(z.enum(['none', ...notificationSounds])), 'zulip'),
  pm_content_in_desktop_notifications: onOff('notification', true),
  presence_enabled: onOff('notification', true),
  realm_name_in_notifications: onOff('notification', false),
  wildcard_mentions_notify: onOff('notification', true),
  escape_navigates_to_default_view: onOff(null, true),
  send_private_typing_notifications: onOff(null, true),
  send_read_receipts: onOff(null, true),
  send_stream_typing_notifications: onOff(null, true),
}

type Table = typeof settingsTable
type SettingName = keyof Table

/** A value for every setting. */
export type UserSettings = { [N in SettingName]: Table[N] extends Setting<infer T> ? T : never }

const names = Object.keys(settingsTable) as SettingName[]

const fallbacks = Object.fromEntries(names.map((name) => [name, settingsTable[name].fallback])) as UserSettings

/** Settings as they are kept: JSON of those that are not as the table has them. */
export function storedSettings(settings: Partial<UserSettings>): string {
  const differing = Object.entries(settings).filter(([name, value]) => fallbacks[name as SettingName] !== value)
  return JSON.stringify(Object.fromEntries(differing))
}

/** All settings, from those that are kept. */
export const settingsFrom = (stored: string): UserSettings => ({
  ...fallbacks,
  ...(JSON.parse(stored) as Partial<UserSettings>),
})

type SettingFields = { [N in SettingName]: Field<UserSettings[N] | undefined> }

const fieldsOf = (some: SettingName[]) =>
  Object.fromEntries(some.map((name) => [name, settingsTable[name].field.optional()]))

/** Parameters that change settings: all of them, and those that have a default of the organization. */
export const settingFields = fieldsOf(names) as SettingFields
export const realmDefaultFields = fieldsOf(
  names.filter((name) => settingsTable[name].hasRealmDefault),
) as Partial<SettingFields>

const inGroup = (name: SettingName, group: Setting<SettingValue>['group']): boolean =>
  settingsTable[name].group === group

/** Those settings that belong to a legacy group. */
export const settingsOfGroup = (settings: UserSettings, group: 'display' | 'notification'): Partial<UserSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => inGroup(name as SettingName, group)))

/** Settings are told as they are changed. */
export const settingSchemas: Record<string, z.ZodType> = Object.fromEntries(
  names.map((name) => [name, settingsTable[name].field.schema]),
)

export const settingSchemasOfGroup = (group: 'display' | 'notification'): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(settingSchemas).filter(([name]) => inGroup(name as SettingName, group)))
