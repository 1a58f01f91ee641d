import { z } from 'zod'
import { flag, json, text, type Field } from '../core/http/params'
import { languages } from '../settings/languages'
import { jitsiServer } from '../calls/jitsi'
import { backupFrequencies, type RealmSettings } from '../accounts/settings'

/** A whole number that fits into 32 bits, as the integers of many clients do. */
const number = (minimum: number) =>
  json(
    z
      .int()
      .min(minimum)
      .max(2 ** 31 - 1),
  ).optional()

const choice = (...codes: number[]) => json(z.literal(codes)).optional()

const onOff = () => flag().optional()

/** A number within the limits, or `unlimited`, which is stored as `stored`. Some clients send the word as JSON, in quotes. */
const orUnlimited = <V extends number | null>(stored: V, { minimum = 1, maximum = 999_999_999 } = {}) =>
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
            .transform(Number)
            .pipe(z.number().min(minimum).max(maximum)),
        ]),
      ),
  ).optional()

const language = z.string().refine((code) => Object.hasOwn(languages, code), 'Invalid language')

/** A language of code blocks; `''` is stored as null. */
const codeLanguage = z
  .string()
  .regex(/^[\w +\-./#]{0,40}$/)
  .transform((name) => name || null)

/** The address of a Jitsi Meet server; `default` and `''` are stored as null. Some clients send it as JSON, in quotes. */
const jitsiAddress = z
  .string()
  .max(1000)
  .transform((raw) => raw.replace(/^"(.*)"$/, '$1'))
  .transform((address, context) => {
    if (address === '' || address === 'default') return null
    const server = jitsiServer(address)
    if (server === null) context.addIssue('Invalid address of a Jitsi Meet server')
    return server
  })

/** The id of a stream, or a negative number for none. */
const streamOrNone = () => json(z.int()).optional()

/** Parameters that change the organization's settings (behaviour, Realm settings). */
export const settingFields: { [N in keyof RealmSettings]: Field<RealmSettings[N] | undefined> } = {
  /** Who may add custom emoji: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above. */
  add_custom_emoji_policy: choice(1, 2, 3, 4),
  /** Who may create public streams: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above. */
  create_public_stream_policy: choice(1, 2, 3, 4),
  /** Who may create private streams: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above. */
  create_private_stream_policy: choice(1, 2, 3, 4),
  /** Who may create web-public streams: 2 administrators, 4 moderators and above, 6 nobody, 7 owners. */
  create_web_public_stream_policy: choice(2, 4, 6, 7),
  /** Who may delete their own messages: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above, 5 everybody. */
  delete_own_message_policy: choice(1, 2, 3, 4, 5),
  /** Who may change topics of messages of others: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above, 5 everybody. */
  edit_topic_policy: choice(1, 2, 3, 4, 5),
  /** Who may invite people by their addresses: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above, 6 nobody. Changed by owners only. */
  invite_to_realm_policy: choice(1, 2, 3, 4, 6),
  /** Who may subscribe others to streams: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above. */
  invite_to_stream_policy: choice(1, 2, 3, 4),
  /** Who may move messages to another stream: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above. */
  move_messages_between_streams_policy: choice(1, 2, 3, 4),
  /** Who may create and change user groups: 1 everybody but guests, 2 administrators, 3 full members, 4 moderators and above. */
  user_group_edit_policy: choice(1, 2, 3, 4),
  /** Who may write private messages: 1 everybody, 2 nobody, except with bots. */
  private_message_policy: choice(1, 2),
  /** Who may mention everybody in a large stream: 1 everybody, 2 everybody but guests, 3 full members, 4 and 5 administrators, 6 nobody, 7 moderators and above. */
  wildcard_mention_policy: choice(1, 2, 3, 4, 5, 6, 7),
  /** Who may create bots: 1 everybody but guests, 2 the same, but generic bots only administrators, 3 administrators. */
  bot_creation_policy: choice(1, 2, 3),
  /** Who sees real email addresses: 1 everybody, 3 administrators, 4 nobody, 5 moderators and above. Others see made-up addresses. */
  email_address_visibility: choice(1, 3, 4, 5),
  /** Code of the language that new users start with, such as `en`. */
  default_language: text(language).optional(),
  /** Language of code blocks that name none. An empty one removes it, and is told as null. */
  default_code_block_language: text(codeLanguage).optional(),
  /** Whether people may edit their messages. */
  allow_message_editing: onOff(),
  /** Seconds for which the content of a message can be edited; 0: no limit. */
  message_content_edit_limit_seconds: number(0),
  /** Seconds for which people can delete their own messages, from 1, or `unlimited`, which is told as null. */
  message_content_delete_limit_seconds: orUnlimited(null),
  /** Whether people see what edited messages were before. */
  allow_edit_history: onOff(),
  /** Whether messages in streams need a topic. */
  mandatory_topics: onOff(),
  /** Days after which messages are deleted, from 1, or `unlimited`, which is told as -1. A stream may have its own. Changed by owners only. */
  message_retention_days: orUnlimited(-1),
  /** Days after which a new member counts as a full one. */
  waiting_period_threshold: number(0),
  /** Ways to log in, by name: whether each is allowed. The server has `Email`, which is by password, and on a development server `Dev`. Those left out stay; one must be allowed. Changed by owners only. */
  authentication_methods: json(z.record(z.string().max(50), z.boolean())).optional(),
  /** Whether people need an invitation to join. */
  invite_required: onOff(),
  /** Whether only addresses of the domains of `GET /realm/domains` may join. Addresses with `+` may not then. */
  emails_restricted_to_domains: onOff(),
  /** Whether addresses of services that hand out addresses for minutes may not join. */
  disallow_disposable_email_addresses: onOff(),
  /** Whether only administrators may change their names. */
  name_changes_disabled: onOff(),
  /** Whether only administrators may change their email addresses. */
  email_changes_disabled: onOff(),
  /** Whether only administrators may change their profile pictures. */
  avatar_changes_disabled: onOff(),
  /** Whether messages show the images that they link to. */
  inline_image_preview: onOff(),
  /** Whether messages show previews of the pages that they link to. */
  inline_url_embed_preview: onOff(),
  /** Whether web-public streams, which can be read without an account, may be created. */
  enable_spectator_access: onOff(),
  /** Kept for clients: the server sends no such mail. */
  send_welcome_emails: onOff(),
  /** Whether people who have not been here for five days get a mail once a week, if the server sends mail. */
  digest_emails_enabled: onOff(),
  /** Weekday of these mails, from 0 for Monday to 6. */
  digest_weekday: json(z.int().min(0).max(6)).optional(),
  /** Whether mail about messages may have their text, and the names of people, streams and topics. */
  message_content_allowed_in_email_notifications: onOff(),
  /** Whether nobody is told who is here. */
  presence_disabled: onOff(),
  /** Id of the stream for notices of new streams; a negative number for none, which is told as -1. */
  notifications_stream_id: streamOrNone(),
  /** Id of the stream for notices of new users; a negative number for none, which is told as -1. */
  signup_notifications_stream_id: streamOrNone(),
  /**
   * Whether owners can export everything, with all private messages and private streams. Turning it on is announced in the
   * stream for notices of new streams, which must be a public one. Changed by owners only.
   */
  owner_full_content_access: onOff(),
  /**
   * How often a backup of everything is written to the server's bucket: `never`, every `day` or every `week`. An organization with more
   * than 300,000 messages is backed up once a week at most, whatever is set, because a backup reads each message. Changed by owners only.
   */
  backup_frequency: text(z.enum(backupFrequencies)).optional(),
  /** How many verified backups stay, 1 to 30. When a new one is verified, older ones are deleted. Changed by owners only. */
  backups_to_keep: json(z.int().min(1).max(30)).optional(),
  /**
   * Days after which the texts of messages move out of the database, 30 to 3,650, or `unlimited`, which is told as null: then no more
   * texts move, and those that moved stay where they are. Clients notice nothing. Refused if the server has no storage for them. Changed by owners only.
   */
  old_texts_after_days: orUnlimited(null, { minimum: 30, maximum: 3650 }),
  /**
   * Whether texts that moved out of the database come back, some each day. No texts move meanwhile: turning it on makes `old_texts_after_days`
   * null, and setting that turns it off. Before an older release of the server is deployed, all texts must be back. Changed by owners only.
   */
  return_old_texts: onOff(),
  /** Service for video calls: 0 none, 1 Jitsi Meet. */
  video_chat_provider: choice(0, 1),
  /**
   * Address of the Jitsi Meet server for calls, with https, at most 200 characters, without a user, a query or a fragment. `default` means
   * the server of the deployment, and is told as null.
   */
  jitsi_server_url: text(jitsiAddress).optional(),
  /** Rating up to which clients may offer GIFs, a code of `giphy_rating_options`. Kept for clients: the server has no GIPHY account. */
  giphy_rating: json(z.int().min(0).max(5)).optional(),
}
