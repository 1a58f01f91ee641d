import { z } from 'zod'

/**
 * The records of an archive: a whole organization in files that any release can read (docs/archive.md). Exports write them,
 * imports read them, and converters make them from the archives of other chats.
 *
 * Ids are those within the organization: the first user is 1, the first stream is 1. Times are UNIX seconds. Messages are Markdown
 * only: the server that imports them renders the HTML again.
 */

/** The version of the format. Later releases read all earlier versions from this one on. */
export const archiveFormat = 2

/** Limits of what one record may be. A record that exceeds one is refused by its number, with all others of its batch. */
export const recordLimits = {
  /** Bytes of the text of a message. Messages of other chats may be longer than what people may send here. */
  contentBytes: 65_536,
  /** Characters of any other text. */
  textLength: 10_000,
  /** Members of a list within a record, such as the reactions to a message. */
  listLength: 10_000,
} as const

/** Ids stay within the block of ids that each organization has in the database. */
const id = z
  .int()
  .min(1)
  .max(2 ** 32 - 2)
const time = z.number().min(0).max(4_102_444_800)
const second = z.int().min(0).max(4_102_444_800)
const text = z.string().max(recordLimits.textLength)
const name = z.string().min(1).max(100)
const ids = z.array(id).max(recordLimits.listLength)
/** The path of a file in the archive, below `files/`. */
const filePath = z
  .string()
  .max(1000)
  .regex(/^files\/[^\0]+$/)
/** Settings by their names in the API. Unknown names are left out and counted. */
const settings = z.record(z.string().max(100), z.unknown())

export const realmRecord = z.strictObject({
  name,
  description: text,
  date_created: time,
  /** What differs from the defaults of an organization. Ids of streams in it are those of the archive. */
  settings,
  /** What new users get, where it differs from the defaults. */
  user_settings_defaults: settings,
  icon: filePath.nullable(),
  logo: filePath.nullable(),
  night_logo: filePath.nullable(),
})

export const userRecord = z.strictObject({
  id,
  /** Null if the source does not tell it. Such an account cannot be claimed before an owner gives it an address. */
  delivery_email: z.string().max(320).nullable(),
  full_name: name,
  role: z.union([z.literal(100), z.literal(200), z.literal(300), z.literal(400), z.literal(600)]),
  is_active: z.boolean(),
  date_joined: time,
  timezone: z.string().max(100),
  /** What differs from the organization's defaults. */
  settings,
  avatar: filePath.nullable(),
  /** Null for a person. */
  bot: z
    .strictObject({
      type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
      /** Null only for the notification bot, which every organization has. */
      owner_id: id.nullable(),
      is_system_bot: z.boolean(),
    })
    .nullable(),
  /** Values of profile fields by the id of the field. */
  profile: z.record(z.string().regex(/^\d{1,10}$/), text),
  alert_words: z.array(z.string().min(1).max(100)).max(1000),
  status: z
    .strictObject({
      away: z.boolean(),
      text: z.string().max(60),
      emoji_name: z.string().max(100),
      emoji_code: z.string().max(100),
      reaction_type: z.string().max(30),
    })
    .nullable(),
})

export const emojiRecord = z.strictObject({
  id,
  name: z.string().min(1).max(100),
  author_id: id.nullable(),
  deactivated: z.boolean(),
  picture: filePath,
  /** A still picture of an animated emoji. */
  still_picture: filePath.nullable(),
})

export const profileFieldRecord = z.strictObject({
  id,
  type: z.int(),
  name,
  hint: text,
  /** JSON: the choices, or the site of external accounts; empty for other types. */
  field_data: z.string().max(100_000),
})

export const userGroupRecord = z.strictObject({
  id,
  name,
  description: text,
  /** System groups have no members: these follow from roles. */
  is_system_group: z.boolean(),
  members: ids,
})

export const linkifierRecord = z.strictObject({ id, pattern: text, url_format: text })

export const playgroundRecord = z.strictObject({ id, name, pygments_language: z.string().max(100), url_prefix: text })

export const domainRecord = z.strictObject({ domain: z.string().min(1).max(255), allow_subdomains: z.boolean() })

/** Streams and private conversations share one series of ids. */
export const streamRecord = z.strictObject({
  id,
  name,
  description: text,
  date_created: time,
  creator_id: id.nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  stream_post_policy: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  /** Null: as the organization; -1: for ever. */
  message_retention_days: z.int().nullable(),
  is_default: z.boolean(),
  is_archived: z.boolean(),
})

/** Settings and data of a bot, which may have several records, each with a part of its storage. Keys and tokens are never in it. */
export const botRecord = z.strictObject({
  user_id: id,
  default_sending_stream_id: id.nullable(),
  default_events_register_stream_id: id.nullable(),
  default_all_public_streams: z.boolean(),
  /** Of an outgoing webhook. */
  payload_url: text.nullable(),
  interface: z.int().nullable(),
  config_data: z.record(z.string().max(1000), text),
  storage: z.record(z.string().max(1000), z.string().max(1_000_000)),
})

export const mutedUserRecord = z.strictObject({ user_id: id, muted_user_id: id, date_muted: second })

export const defaultStreamGroupRecord = z.strictObject({ id, name, description: text, streams: ids })

/** Whether a user wants to be told of something; null: as the general setting. */
const notice = z.boolean().nullable()

export const subscriptionRecord = z.strictObject({
  user_id: id,
  stream_id: id,
  /** False for somebody who was subscribed once and is not any more. */
  active: z.boolean(),
  /** Null: the importing server chooses one. */
  color: z
    .string()
    .regex(/^#[\da-f]{6}$/i)
    .nullable(),
  is_muted: z.boolean(),
  pin_to_top: z.boolean(),
  desktop_notifications: notice,
  audible_notifications: notice,
  push_notifications: notice,
  email_notifications: notice,
  wildcard_mentions_notify: notice,
  role: z.int(),
  /**
   * When the user was subscribed, in ids of messages: those with from <= id < to were received. A `to` of null lasts. Messages below
   * `unread_from` are read; null: all of them. An empty list means since the beginning, with everything read.
   */
  spans: z
    .array(
      z.strictObject({
        from: id,
        to: id.nullable(),
        unread_from: id.nullable(),
        ended_at: second.nullable(),
        /** Name of the stream at that time. */
        ended_name: z.string().max(100).nullable(),
      }),
    )
    .max(1000),
})

export const mutedTopicRecord = z.strictObject({
  user_id: id,
  stream_id: id,
  topic: z.string().max(60),
  date_muted: second,
})

export const conversationRecord = z.strictObject({
  id,
  /** All members, also the one who wrote first; a single one has notes to themself. */
  members: z.array(id).min(1).max(1000),
  /** The first message that may be unread, by the id of the member; everything is read where one is missing. */
  unread_from: z.record(z.string().regex(/^\d{1,10}$/), id),
})

export const fileRecord = z.strictObject({
  id,
  /** Of the uploader. */
  user_id: id,
  name: z.string().min(1).max(1000),
  content_type: z.string().max(255),
  size: z
    .int()
    .min(0)
    .max(100 * 1024 * 1024),
  created_at: time,
  /** Null if the source has the file's record, but not the file. */
  file: filePath.nullable(),
})

export const reactionRecord = z.strictObject({
  user_id: id,
  emoji_name: z.string().min(1).max(100),
  /** Of a custom emoji: the id of its record. */
  emoji_code: z.string().min(1).max(100),
  reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']),
})

export const editRecord = z.strictObject({
  user_id: id.nullable(),
  timestamp: second,
  /** Each `prev_` is missing where that part stayed. */
  prev_content: z.string().optional(),
  prev_topic: z.string().max(60).optional(),
  topic: z.string().max(60).optional(),
  prev_stream: id.optional(),
  stream: id.optional(),
})

export const messageRecord = z.strictObject({
  /** Ids grow with time. */
  id,
  sender_id: id,
  /** A stream, or a conversation: exactly one of the two is not null. */
  stream_id: id.nullable(),
  conversation_id: id.nullable(),
  /** Empty in conversations. */
  topic: z.string().max(60),
  /**
   * Markdown. Uploaded files are links to `/user_uploads/{id of the file}`, which the importing server replaces by their addresses.
   */
  content: z.string(),
  sent_at: second,
  /** The program that sent it, such as `website` or `Slack`. */
  client: z.string().max(100),
  is_me_message: z.boolean(),
  wildcard_mentioned: z.boolean(),
  /** A notice that arrives read. */
  is_quiet: z.boolean(),
  /** Polls, to-do lists and what was added to them, in their order. */
  submessages: z
    .array(z.strictObject({ sender_id: id, msg_type: z.string().max(100), content: z.string().max(100_000) }))
    .max(recordLimits.listLength),
  reactions: z.array(reactionRecord).max(recordLimits.listLength),
  last_edit_at: second.nullable(),
  /** Newest first. */
  edit_history: z.array(editRecord).max(recordLimits.listLength),
  /** Ids of the files that it links to. */
  files: ids,
})

/** What one user has done with messages. A user may have several of these records. */
export const markRecord = z.strictObject({
  user_id: id,
  /** Messages that were read although they are above `unread_from`: words of 32 messages, [id >> 5, bits]. */
  read: z
    .array(
      z.tuple([
        z
          .int()
          .min(0)
          .max(2 ** 27),
        z
          .int()
          .min(-(2 ** 31))
          .max(2 ** 32 - 1),
      ]),
    )
    .max(recordLimits.listLength),
  /** Rare flags by message (src/user-messages/bits.ts): [id, bits]. */
  flags: z.array(z.tuple([id, z.int().min(1).max(511)])).max(recordLimits.listLength),
})

export const draftRecord = z.strictObject({
  user_id: id,
  type: z.enum(['', 'stream', 'private']),
  /** One stream, or users. */
  recipients: ids,
  topic: z.string().max(60),
  content: z.string(),
  edited_at: time,
})

export const scheduledMessageRecord = z.strictObject({
  sender_id: id,
  deliver_at: time,
  is_reminder: z.boolean(),
  type: z.enum(['stream', 'private']),
  /** One stream, or users. */
  recipients: ids,
  topic: z.string().max(60),
  content: z.string(),
  client: z.string().max(100),
  /** A widget as JSON, if a program gave one. Else the text makes it, as `/poll` does. */
  widget_content: z.string().max(10_000).optional(),
})

/** An invitation that was open. Its key is not in the archive, so that the importing server makes a new link. */
export const invitationRecord = z.strictObject({
  inviter_id: id,
  /** Null: a link for many people. */
  email: z.string().max(320).nullable(),
  invited_as: userRecord.shape.role,
  streams: ids,
  created_at: time,
  expires_at: time.nullable(),
})

/**
 * The chapters of an archive in the order in which they are imported: each refers only to what came before it. Messages come last,
 * because a team can work without them.
 */
export const chapters = {
  profile_fields: profileFieldRecord,
  users: userRecord,
  muted_users: mutedUserRecord,
  emoji: emojiRecord,
  user_groups: userGroupRecord,
  linkifiers: linkifierRecord,
  playgrounds: playgroundRecord,
  domains: domainRecord,
  streams: streamRecord,
  bots: botRecord,
  default_stream_groups: defaultStreamGroupRecord,
  subscriptions: subscriptionRecord,
  muted_topics: mutedTopicRecord,
  conversations: conversationRecord,
  invitations: invitationRecord,
  files: fileRecord,
  drafts: draftRecord,
  scheduled_messages: scheduledMessageRecord,
  marks: markRecord,
  messages: messageRecord,
} as const

export type ChapterName = keyof typeof chapters

export const chapterNames = Object.keys(chapters) as ChapterName[]

/** The records of each chapter. */
export type Records = { [Name in ChapterName]: z.infer<(typeof chapters)[Name]> }

export type RealmRecord = z.infer<typeof realmRecord>

/** `manifest.json`, which is written last: an archive without it is incomplete. */
export const manifestRecord = z.strictObject({
  format: z.literal(archiveFormat),
  /** Program and version. */
  made_by: z.string().max(200),
  /** Address of the organization, or the kind of the archive that was converted. */
  origin: z.string().max(500),
  /** Unix time. */
  completed: time,
  /** Whose private messages and private streams are in it: those of nobody, of who allowed it, or of everybody. */
  private_data: z.enum(['none', 'consented', 'all']),
  /**
   * `in_bucket`: the archive is a backup without files. They are in the bucket of its server, and `stored_files/` says where. Missing:
   * files are in the archive.
   */
  files: z.literal('in_bucket').optional(),
  /** Records of each chapter. */
  counts: z.partialRecord(z.enum(chapterNames as [ChapterName, ...ChapterName[]]), z.int().min(0)),
  /**
   * The files with records, in their order, if others are to be left out: a folder that is brought up to date again and again has
   * new ones before they count. Missing: all of them.
   */
  pages: z.array(z.string().max(100)).max(1_000_000).optional(),
  /** The highest id of each kind: the importing server gives out ids above them. */
  last_ids: z.strictObject({
    user: z.int().min(0),
    recipient: z.int().min(0),
    message: z.int().min(0),
    attachment: z.int().min(0),
    realm_emoji: z.int().min(0),
    user_group: z.int().min(0),
    profile_field: z.int().min(0),
    linkifier: z.int().min(0),
    playground: z.int().min(0),
    default_stream_group: z.int().min(0),
  }),
})

/**
 * A line of `stored_files/`, in an archive whose files are in the bucket of its server: where a record says that the file is, and its key
 * in the bucket.
 */
export const storedFileRecord = z.strictObject({ path: filePath, key: z.string().min(1).max(1024) })

export type StoredFile = z.infer<typeof storedFileRecord>

export type Manifest = z.infer<typeof manifestRecord>
