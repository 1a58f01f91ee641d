import type { texts } from '../../i18n'
import type { SettingName } from './controls/realm'

type Group = keyof typeof texts.organization.rules.groups

/** Settings of the tab "permissions" by their groups. */
export const permissionGroups = {
  streams: [
    'create_public_stream_policy',
    'create_private_stream_policy',
    'enable_spectator_access',
    'create_web_public_stream_policy',
    'invite_to_stream_policy',
    'notifications_stream_id',
  ],
  editing: [
    'allow_message_editing',
    'message_content_edit_limit_seconds',
    'edit_topic_policy',
    'move_messages_between_streams_policy',
    'allow_edit_history',
    'mandatory_topics',
  ],
  deleting: ['delete_own_message_policy', 'message_content_delete_limit_seconds', 'message_retention_days'],
  writing: ['private_message_policy', 'wildcard_mention_policy'],
  people: ['name_changes_disabled', 'email_changes_disabled', 'avatar_changes_disabled'],
  privacy: ['email_address_visibility', 'presence_disabled'],
  making: ['user_group_edit_policy', 'bot_creation_policy', 'add_custom_emoji_policy'],
  content: ['inline_image_preview', 'inline_url_embed_preview', 'default_code_block_language'],
} as const satisfies Partial<Record<Group, readonly SettingName[]>>

/** Settings that are there only if the server sends mail. */
export const mailSettings = [
  'message_content_allowed_in_email_notifications',
  'digest_emails_enabled',
  'digest_weekday',
] as const satisfies readonly SettingName[]
