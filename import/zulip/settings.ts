import { settingNames, settingsOf, type RealmSettings } from '../../src/accounts/settings.ts'
import { jitsiServer } from '../../src/calls/jitsi.ts'
import type { UserSettings } from '../../src/settings/table.ts'
import { textOf, wholeNumberOf, type Fields } from '../shared/values.ts'

/** A value as it is stored here; undefined if the value means nothing here. */
type Reader = (value: unknown) => unknown

const flag: Reader = (value) => (typeof value === 'boolean' ? value : undefined)

const oneOf =
  (...choices: readonly unknown[]): Reader =>
  (value) =>
    choices.includes(value) ? value : undefined

const number =
  (min: number, max = 2 ** 31 - 1): Reader =>
  (value) => {
    const whole = wholeNumberOf(value)
    return whole !== null && whole >= min && whole <= max ? whole : undefined
  }

const word =
  (pattern: RegExp): Reader =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

/** A number of which null means another value here. */
const orNull =
  (read: Reader, ofNull: unknown): Reader =>
  (value) =>
    value === null ? ofNull : read(value)

const language = word(/^[a-z]{2,3}([-_][a-zA-Z]{2,8})?$/)
const policy = oneOf(1, 2, 3, 4)

/** Who may log in how, who may export what, backups and old texts are left to the new server, and streams are named by their new ids. */
type OtherwiseRead =
  | 'authentication_methods'
  | 'backup_frequency'
  | 'backups_to_keep'
  | 'notifications_stream_id'
  | 'old_texts_after_days'
  | 'owner_full_content_access'
  | 'return_old_texts'
  | 'signup_notifications_stream_id'

const realmReaders: { [Name in Exclude<keyof RealmSettings, OtherwiseRead>]: Reader } = {
  add_custom_emoji_policy: policy,
  create_public_stream_policy: policy,
  create_private_stream_policy: policy,
  create_web_public_stream_policy: oneOf(2, 4, 6, 7),
  delete_own_message_policy: oneOf(1, 2, 3, 4, 5),
  edit_topic_policy: oneOf(1, 2, 3, 4, 5),
  invite_to_realm_policy: oneOf(1, 2, 3, 4, 6),
  invite_to_stream_policy: policy,
  move_messages_between_streams_policy: policy,
  user_group_edit_policy: policy,
  private_message_policy: oneOf(1, 2),
  wildcard_mention_policy: oneOf(1, 2, 3, 4, 5, 6, 7),
  bot_creation_policy: oneOf(1, 2, 3),
  email_address_visibility: oneOf(1, 3, 4, 5),
  default_language: language,
  default_code_block_language: (value) => (value === null || value === '' ? null : word(/^[\w +\-./#]{1,40}$/)(value)),
  allow_message_editing: flag,
  message_content_edit_limit_seconds: orNull(number(0), 0),
  message_content_delete_limit_seconds: (value) => (value === null || value === 0 ? null : number(1)(value)),
  allow_edit_history: flag,
  mandatory_topics: flag,
  message_retention_days: orNull((value) => (value === -1 ? -1 : number(1, 999_999_999)(value)), -1),
  waiting_period_threshold: number(0),
  invite_required: flag,
  emails_restricted_to_domains: flag,
  disallow_disposable_email_addresses: flag,
  name_changes_disabled: flag,
  email_changes_disabled: flag,
  avatar_changes_disabled: flag,
  inline_image_preview: flag,
  inline_url_embed_preview: flag,
  enable_spectator_access: flag,
  send_welcome_emails: flag,
  digest_emails_enabled: flag,
  digest_weekday: number(0, 6),
  message_content_allowed_in_email_notifications: flag,
  presence_disabled: flag,
  video_chat_provider: oneOf(0, 1),
  jitsi_server_url: (value) => (value === null ? null : (typeof value === 'string' && jitsiServer(value)) || undefined),
  giphy_rating: number(0, 5),
}

const choiceOfThree = oneOf(1, 2, 3)

const userReaders: {
  [Name in Exclude<keyof UserSettings, 'allow_private_data_export' | 'enable_reaction_notifications'>]: Reader
} = {
  color_scheme: choiceOfThree,
  default_language: language,
  default_view: oneOf('recent_topics', 'all_messages'),
  demote_inactive_streams: choiceOfThree,
  dense_mode: flag,
  emojiset: oneOf('google', 'google-blob', 'twitter', 'text'),
  enable_drafts_synchronization: flag,
  enter_sends: flag,
  fluid_layout_width: flag,
  high_contrast_mode: flag,
  left_side_userlist: flag,
  starred_message_counts: flag,
  translate_emoticons: flag,
  twenty_four_hour_time: flag,
  desktop_icon_count_display: choiceOfThree,
  email_notifications_batching_period_seconds: number(1, 7 * 24 * 3600),
  enable_desktop_notifications: flag,
  enable_digest_emails: flag,
  enable_login_emails: flag,
  enable_marketing_emails: flag,
  enable_offline_email_notifications: flag,
  enable_offline_push_notifications: flag,
  enable_online_push_notifications: flag,
  enable_sounds: flag,
  enable_stream_audible_notifications: flag,
  enable_stream_desktop_notifications: flag,
  enable_stream_email_notifications: flag,
  enable_stream_push_notifications: flag,
  message_content_in_email_notifications: flag,
  notification_sound: word(/^[a-z0-9-]{1,30}$/),
  pm_content_in_desktop_notifications: flag,
  presence_enabled: flag,
  realm_name_in_notifications: flag,
  wildcard_mentions_notify: flag,
  escape_navigates_to_default_view: flag,
  send_private_typing_notifications: flag,
  send_read_receipts: flag,
  send_stream_typing_notifications: flag,
}

const read = (row: Fields, readers: Readonly<Record<string, Reader>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(readers)
      .filter(([name]) => row[name] !== undefined)
      .map(([name, reader]) => [name, reader(row[name])])
      .filter(([, value]) => value !== undefined),
  )

const differing = (settings: Record<string, unknown>, defaults: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(settings).filter(([name, value]) => defaults[name] !== value))

/** Names that later versions, and the table itself, give to settings. */
const streamSettings: Partial<Record<string, OtherwiseRead>> = {
  notifications_stream: 'notifications_stream_id',
  new_stream_announcements_stream: 'notifications_stream_id',
  signup_notifications_stream: 'signup_notifications_stream_id',
  signup_announcements_stream: 'signup_notifications_stream_id',
}

/** Settings of the organization that differ from those of a new one. */
export function realmSettings(row: Fields, streamId: (id: number | null) => number | null): Record<string, unknown> {
  const settings = read(row, realmReaders)
  // Versions before 5.0 had one policy for both kinds of streams.
  const createStreams = policy(row['create_stream_policy'])
  if (createStreams !== undefined) {
    settings['create_public_stream_policy'] ??= createStreams
    settings['create_private_stream_policy'] ??= createStreams
  }
  for (const [column, name] of Object.entries(streamSettings)) {
    const id = streamId(wholeNumberOf(row[column]))
    if (id !== null) settings[name!] = id
  }
  const fallbacks = settingsOf({ realm_settings: '{}' })
  return differing(settings, Object.fromEntries(settingNames.map((name) => [name, fallbacks[name]])))
}

export const userSettingsDefaults = (row: Fields): Record<string, unknown> => read(row, userReaders)

/** Settings of a user that differ from what the organization gives to new users. */
export const userSettings = (row: Fields, defaults: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  differing(read(row, userReaders), defaults)

/** A time zone by its name; empty if it is none. */
export function timezoneOf(row: Fields): string {
  const timezone = textOf(row['timezone'])
  return /^[\w+\-/]{1,100}$/.test(timezone) ? timezone : ''
}
