import { z } from 'zod'
import { type Field, flag, json, text } from '../core/http/params'
import { languages } from './languages'
import { notificationSounds } from './sounds'

/** One personal setting: its parameter, its default, and where clients look for it. */
interface Setting<T extends SettingValue> {
  /** The parameter that changes the setting. */
  readonly field: Field<T>
  readonly fallback: T
  /** Legacy group of the setting; null for settings that are newer than the groups. */
  readonly group: 'display' | 'notification' | null
  /** Whether the organization can choose the value that new users start with. */
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

const choiceOfThree = () => json(z.literal([1, 2, 3]))

const isLanguage = (name: string): boolean => Object.hasOwn(languages, name)

const batchingPeriod = z
  .int()
  .min(1)
  .max(7 * 24 * 3600)

/** All personal settings. Their doc comments are public text (objects, Personal settings; register, Settings). */
export const settingsTable = {
  /** Colours of the client: 1 as the system has them, 2 dark, 3 light. */
  color_scheme: setting('display', choiceOfThree(), 1),
  /** Language of the client, by its code, such as `de` or `pt-br`. */
  default_language: setting('display', text(z.string().refine(isLanguage, 'Invalid default_language')), 'en', {
    hasRealmDefault: false,
  }),
  /** What the client shows first: recent topics or all messages. */
  default_view: setting('display', text(z.enum(['recent_topics', 'all_messages'])), 'recent_topics'),
  /** Whether the client lists inactive streams below the others: 1 when there are many streams, 2 always, 3 never. */
  demote_inactive_streams: setting('display', choiceOfThree(), 1),
  /** Whether the client uses less space between lines. */
  dense_mode: onOff('display', true),
  /** Style of emoji: one of the keys of `emojiset_choices`. */
  emojiset: setting('display', text(z.enum(['google', 'google-blob', 'twitter', 'text'])), 'google'),
  /**
   * Whether the server keeps drafts. Turning it off deletes the drafts on the server, and no event `drafts` tells
   * of it.
   */
  enable_drafts_synchronization: onOff('display', true),
  /** Whether the Enter key sends, and does not begin a new line. */
  enter_sends: onOff('display', false),
  /** Whether the client uses the full width of a wide screen. */
  fluid_layout_width: onOff('display', false),
  /** Whether the client uses colours of high contrast. */
  high_contrast_mode: onOff('display', false),
  /** Whether the client shows the list of users on the left in narrow windows. */
  left_side_userlist: onOff('display', false),
  /** Whether the client shows how many messages are starred. */
  starred_message_counts: onOff('display', true),
  /** Whether the server turns emoticons such as `:)` into emoji when you send a message. */
  translate_emoticons: onOff('display', false),
  /** Whether the client shows times of the day in 24 hours, and not in 12. */
  twenty_four_hour_time: onOff('display', false),
  /** What the number at the client's icon counts: 1 all unread messages, 2 private messages and mentions, 3 nothing. */
  desktop_icon_count_display: setting('notification', choiceOfThree(), 1),
  /** Seconds for which messages gather before a mail tells of them, at most a week. */
  email_notifications_batching_period_seconds: setting('notification', json(batchingPeriod), 120),
  /** Whether the client shows notifications of private messages and mentions. */
  enable_desktop_notifications: onOff('notification', true),
  /** Whether you want a weekly mail about what you missed, if your organization has such mails. */
  enable_digest_emails: onOff('notification', true),
  /** Whether you want mail about logins to your account on new devices, if the server sends mail. */
  enable_login_emails: onOff('notification', true, { hasRealmDefault: false }),
  /** Whether you want mail with news about the product. This server sends none. */
  enable_marketing_emails: onOff('notification', true, { hasRealmDefault: false }),
  /** Whether you want mail about private messages and mentions that you miss, if the server sends mail. */
  enable_offline_email_notifications: onOff('notification', true),
  /** Whether you want push notifications of private messages and mentions. */
  enable_offline_push_notifications: onOff('notification', true),
  /** Whether push notifications also come while you are here. */
  enable_online_push_notifications: onOff('notification', true),
  /** Whether notifications of private messages and mentions play a sound. */
  enable_sounds: onOff('notification', true),
  /** Whether messages in streams play a sound. A subscription can say otherwise. */
  enable_stream_audible_notifications: onOff('notification', false),
  /** Whether the client shows notifications of messages in streams. A subscription can say otherwise. */
  enable_stream_desktop_notifications: onOff('notification', false),
  /** Whether you want mail about all messages in streams that you miss. A subscription can say otherwise. */
  enable_stream_email_notifications: onOff('notification', false),
  /** Whether you want push notifications of all messages in streams. A subscription can say otherwise. */
  enable_stream_push_notifications: onOff('notification', false),
  /** Whether mail about messages has their text, and the names of people, streams and topics. */
  message_content_in_email_notifications: onOff('notification', true),
  /** Sound of notifications: one of `available_notification_sounds`, or `none`. */
  notification_sound: setting('notification', text(z.enum(['none', ...notificationSounds])), 'zulip'),
  /** Whether notifications of private messages show their text, also push notifications. */
  pm_content_in_desktop_notifications: onOff('notification', true),
  /** Whether others see when you are here. While it is off, `POST /users/me/presence` records nothing. */
  presence_enabled: onOff('notification', true),
  /** Whether the subject of mail about messages names the organization. */
  realm_name_in_notifications: onOff('notification', false),
  /**
   * Whether mentions of everybody, such as `@**all**`, notify as if you were mentioned. A subscription can say
   * otherwise.
   */
  wildcard_mentions_notify: onOff('notification', true),
  /**
   * Whether a full export by an owner may have your private messages, the private streams that you are in, and what you
   * keep for yourself, such as drafts and settings.
   */
  allow_private_data_export: onOff(null, false, { hasRealmDefault: false }),
  /** Whether you want notifications of reactions to your messages. */
  enable_reaction_notifications: onOff(null, false),
  /** Whether the Escape key leads to what `default_view` names. */
  escape_navigates_to_default_view: onOff(null, true),
  /** Whether `POST /typing` may tell people that you write to them. While it is off, the server refuses it. */
  send_private_typing_notifications: onOff(null, true),
  /** Whether others may see which messages you have read. This server shows it to nobody. */
  send_read_receipts: onOff(null, true),
  /**
   * Whether `POST /typing` may tell the readers of a stream that you write there. While it is off, the server
   * refuses it.
   */
  send_stream_typing_notifications: onOff(null, true),
}

type Table = typeof settingsTable
type SettingName = keyof Table

/** A value for every setting. */
export type UserSettings = { [N in SettingName]: Table[N] extends Setting<infer T> ? T : never }

const names = Object.keys(settingsTable) as SettingName[]

const fallbacks = Object.fromEntries(names.map((name) => [name, settingsTable[name].fallback])) as UserSettings

/** Settings as they are stored: JSON of those that differ from their defaults. */
export function storedSettings(settings: Partial<UserSettings>): string {
  const differing = Object.entries(settings).filter(([name, value]) => fallbacks[name as SettingName] !== value)
  return JSON.stringify(Object.fromEntries(differing))
}

/** All settings, from the stored JSON. */
export const settingsFrom = (stored: string): UserSettings => ({
  ...fallbacks,
  ...(JSON.parse(stored) as Partial<UserSettings>),
})

type SettingFields = { [N in SettingName]: Field<UserSettings[N] | undefined> }

const fieldsOf = (some: SettingName[]) =>
  Object.fromEntries(some.map((name) => [name, settingsTable[name].field.optional()]))

/** Parameters that change personal settings. */
export const settingFields = fieldsOf(names) as SettingFields
/** Parameters that change the settings that new users start with. */
export const realmDefaultFields = fieldsOf(
  names.filter((name) => settingsTable[name].hasRealmDefault),
) as Partial<SettingFields>

const inGroup = (name: SettingName, group: Setting<SettingValue>['group']): boolean =>
  settingsTable[name].group === group

/** The settings of a legacy group. */
export const settingsOfGroup = (settings: UserSettings, group: 'display' | 'notification'): Partial<UserSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => inGroup(name as SettingName, group)))

/** Schemas of the values. Settings are returned in the form in which they are changed. */
export const settingSchemas: Record<string, z.ZodType> = Object.fromEntries(
  names.map((name) => [name, settingsTable[name].field.schema]),
)

export const settingSchemasOfGroup = (group: 'display' | 'notification'): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(settingSchemas).filter(([name]) => inGroup(name as SettingName, group)))
