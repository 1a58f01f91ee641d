import { z } from 'zod'
import { flag, json, text, type Field } from '../core/http/params'
import { languages } from '../settings/languages'
import type { RealmSettings } from '../accounts/settings'

/** Whole numbers up to what any language can hold. */
const number = (least: number) =>
  json(
    z
      .int()
      .min(least)
      .max(2 ** 31 - 1),
  ).optional()

const choice = (...codes: number[]) => json(z.literal(codes)).optional()

const onOff = () => flag().optional()

/** A positive number, or a word for no limit, which is kept as another value; some clients send the word as JSON. */
const orUnlimited = <V extends number | null>(stored: V) =>
  text(
    z
      .string()
      .max(20)
      .transform((raw) => raw.replace(/^"(.*)"$/, '$1'))
      .pipe(
        z.union([
          z.literal('unlimited').transform(() => stored),
          z
            .string()
            .regex(/^[1-9]\d{0,8}$/)
            .transform(Number),
        ]),
      ),
  ).optional()

const language = z.string().refine((code) => Object.hasOwn(languages, code), 'Invalid language')

/** `''` is none. */
const codeLanguage = z
  .string()
  .regex(/^[\w +\-./#]{0,40}$/)
  .transform((name) => name || null)

/** A stream, or a negative number for none. */
const streamOrNone = () => json(z.int()).optional()

/** Parameters that change the organization's settings (behaviour, Realm settings). */
export const settingFields: { [N in keyof RealmSettings]: Field<RealmSettings[N] | undefined> } = {
  add_custom_emoji_policy: choice(1, 2, 3, 4),
  create_public_stream_policy: choice(1, 2, 3, 4),
  create_private_stream_policy: choice(1, 2, 3, 4),
  create_web_public_stream_policy: choice(2, 4, 6, 7),
  delete_own_message_policy: choice(1, 2, 3, 4, 5),
  edit_topic_policy: choice(1, 2, 3, 4, 5),
  invite_to_realm_policy: choice(1, 2, 3, 4, 6),
  invite_to_stream_policy: choice(1, 2, 3, 4),
  move_messages_between_streams_policy: choice(1, 2, 3, 4),
  user_group_edit_policy: choice(1, 2, 3, 4),
  private_message_policy: choice(1, 2),
  wildcard_mention_policy: choice(1, 2, 3, 4, 5, 6, 7),
  bot_creation_policy: choice(1, 2, 3),
  email_address_visibility: choice(1, 3, 4, 5),
  default_language: text(language).optional(),
  default_code_block_language: text(codeLanguage).optional(),
  allow_message_editing: onOff(),
  message_content_edit_limit_seconds: number(0),
  message_content_delete_limit_seconds: orUnlimited(null),
  allow_edit_history: onOff(),
  mandatory_topics: onOff(),
  message_retention_days: orUnlimited(-1),
  waiting_period_threshold: number(0),
  authentication_methods: json(z.record(z.string().max(50), z.boolean())).optional(),
  invite_required: onOff(),
  emails_restricted_to_domains: onOff(),
  disallow_disposable_email_addresses: onOff(),
  name_changes_disabled: onOff(),
  email_changes_disabled: onOff(),
  avatar_changes_disabled: onOff(),
  inline_image_preview: onOff(),
  inline_url_embed_preview: onOff(),
  enable_spectator_access: onOff(),
  send_welcome_emails: onOff(),
  digest_emails_enabled: onOff(),
  digest_weekday: json(z.int().min(0).max(6)).optional(),
  message_content_allowed_in_email_notifications: onOff(),
  presence_disabled: onOff(),
  notifications_stream_id: streamOrNone(),
  signup_notifications_stream_id: streamOrNone(),
  video_chat_provider: choice(0, 1),
  giphy_rating: json(z.int().min(0).max(5)).optional(),
}
