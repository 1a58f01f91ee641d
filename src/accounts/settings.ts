import type { Account } from './account'

export const backupFrequencies = ['never', 'day', 'week'] as const

export type BackupFrequency = (typeof backupFrequencies)[number]

/** Settings of a realm with their initial values (behaviour, Realm settings). */
const defaults = {
  // Policies: codes as in policies.ts.
  add_custom_emoji_policy: 1,
  create_public_stream_policy: 1,
  create_private_stream_policy: 1,
  create_web_public_stream_policy: 7,
  delete_own_message_policy: 2,
  edit_topic_policy: 5,
  invite_to_realm_policy: 1,
  invite_to_stream_policy: 1,
  move_messages_between_streams_policy: 2,
  user_group_edit_policy: 1,
  private_message_policy: 1,
  wildcard_mention_policy: 4,
  bot_creation_policy: 1,
  email_address_visibility: 1,
  // Others.
  default_language: 'en',
  default_code_block_language: null as string | null,
  allow_message_editing: true,
  /** Seconds; 0 means no limit. */
  message_content_edit_limit_seconds: 600,
  /** Seconds; null means no limit. */
  message_content_delete_limit_seconds: 600 as number | null,
  allow_edit_history: true,
  mandatory_topics: false,
  /** Days; -1 means for ever. */
  message_retention_days: -1,
  /** Days until a member is a full one. */
  waiting_period_threshold: 0,
  /** Authentication methods, by the names that clients show. */
  authentication_methods: { Email: true, Dev: true } as Record<string, boolean>,
  invite_required: true,
  emails_restricted_to_domains: false,
  disallow_disposable_email_addresses: true,
  name_changes_disabled: false,
  email_changes_disabled: false,
  avatar_changes_disabled: false,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  enable_spectator_access: false,
  send_welcome_emails: true,
  digest_emails_enabled: false,
  digest_weekday: 1,
  message_content_allowed_in_email_notifications: true,
  /** Whether presence is hidden from everybody. */
  presence_disabled: false,
  /** Id of a stream; -1 means none. */
  notifications_stream_id: -1,
  /** Id of a stream; -1 means none. */
  signup_notifications_stream_id: -1,
  /** Whether owners can export all private messages and private streams without asking the people in them. */
  owner_full_content_access: false,
  /** How often the organization is backed up: `never`, `day` or `week`. */
  backup_frequency: 'never' as BackupFrequency,
  /** Verified backups that stay: a new one replaces the oldest. */
  backups_to_keep: 7,
  /** Days after which the texts of messages move out of the database; null means never (docs/decisions/0050-texts-of-old-messages.md). */
  old_texts_after_days: null as number | null,
  /** Whether texts that moved come back. No text moves meanwhile. */
  return_old_texts: false,
  video_chat_provider: 1,
  /** Address of a Jitsi Meet server; null means that of the deployment. */
  jitsi_server_url: null as string | null,
  giphy_rating: 2,
}

export type RealmSettings = typeof defaults

export const settingNames = Object.keys(defaults) as (keyof RealmSettings)[]

/** The settings of the account's realm, or of a realm itself. */
export function settingsOf({ realm_settings }: Pick<Account, 'realm_settings'>): RealmSettings {
  return { ...defaults, ...(JSON.parse(realm_settings) as Partial<RealmSettings>) }
}

/** Settings as they are stored: JSON of those that differ from their initial values. */
export function storedRealmSettings(settings: RealmSettings): string {
  const differing = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof RealmSettings]),
  )
  return JSON.stringify(Object.fromEntries(differing))
}
