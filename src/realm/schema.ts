import { z } from 'zod'

const choices = z.record(z.string(), z.object({ name: z.string(), id: z.int() }))

const texts = [
  'realm_name', 'realm_description', 'realm_default_language', 'realm_uri', 'realm_bot_domain', 'realm_icon_url',
  'realm_logo_url', 'realm_night_logo_url', 'upgrade_text_for_wide_organization_logo',
] as const // prettier-ignore

const flags = [
  'realm_allow_edit_history', 'realm_allow_message_editing', 'realm_avatar_changes_disabled',
  'realm_digest_emails_enabled', 'realm_disallow_disposable_email_addresses', 'realm_email_changes_disabled',
  'realm_emails_restricted_to_domains', 'realm_enable_spectator_access', 'realm_inline_image_preview',
  'realm_inline_url_embed_preview', 'realm_invite_required', 'realm_mandatory_topics',
  'realm_message_content_allowed_in_email_notifications', 'realm_name_changes_disabled', 'realm_presence_disabled',
  'realm_send_welcome_emails', 'realm_email_auth_enabled', 'realm_password_auth_enabled',
  'realm_push_notifications_enabled', 'realm_is_zephyr_mirror_realm', 'service_plan_is_not_limited',
  'server_inline_image_preview', 'server_inline_url_embed_preview', 'server_avatar_changes_disabled',
  'server_name_changes_disabled', 'server_needs_upgrade', 'server_web_public_streams_enabled',
  'settings_send_digest_emails', 'development_environment',
] as const // prettier-ignore

const numbers = [
  'realm_add_custom_emoji_policy', 'realm_bot_creation_policy', 'realm_create_public_stream_policy',
  'realm_create_private_stream_policy', 'realm_create_web_public_stream_policy', 'realm_delete_own_message_policy',
  'realm_edit_topic_policy', 'realm_email_address_visibility', 'realm_invite_to_realm_policy',
  'realm_invite_to_stream_policy', 'realm_move_messages_between_streams_policy', 'realm_private_message_policy',
  'realm_user_group_edit_policy', 'realm_wildcard_mention_policy', 'realm_digest_weekday', 'realm_giphy_rating',
  'realm_video_chat_provider', 'realm_waiting_period_threshold', 'realm_plan_type',
  'realm_message_content_edit_limit_seconds', 'realm_message_retention_days',
  'realm_community_topic_editing_limit_seconds', 'realm_notifications_stream_id',
  'realm_signup_notifications_stream_id', 'max_avatar_file_size_mib', 'max_icon_file_size_mib',
  'max_logo_file_size_mib', 'max_file_upload_size_mib', 'max_message_length', 'max_topic_length',
  'max_stream_name_length', 'max_stream_description_length', 'password_min_length', 'password_min_guesses',
  'event_queue_longpoll_timeout_seconds', 'server_generation',
] as const // prettier-ignore

/** Fields of one type. */
const each = <N extends string, T extends z.ZodType>(names: readonly N[], type: T): Record<N, T> =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<N, T>

/** What the state says of the organization and the server (register, Realm). */
export const realmStateSchema = z.object({
  ...each(texts, z.string()),
  ...each(flags, z.boolean()),
  ...each(numbers, z.int()),
  realm_default_code_block_language: z.string().nullable(),
  realm_icon_source: z.enum(['G', 'U']),
  realm_logo_source: z.enum(['D', 'U']),
  realm_night_logo_source: z.enum(['D', 'U']),
  /** Null: no limit. */
  realm_message_content_delete_limit_seconds: z.int().nullable(),
  realm_upload_quota_mib: z.int().nullable(),
  realm_authentication_methods: z.record(z.string(), z.boolean()),
  realm_available_video_chat_providers: choices,
  giphy_rating_options: choices,
  realm_default_external_accounts: z.record(
    z.string(),
    z.object({ name: z.string(), text: z.string(), hint: z.string(), url_pattern: z.string() }),
  ),
  jitsi_server_url: z.string().nullable(),
})
