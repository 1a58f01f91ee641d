/** An export of Zulip 5.0 that was made up: each table has the columns that its exports have. */

type Row = Record<string, unknown>
type Tables = Record<string, Row[]>

/** 2026-05-22 10:00 UTC. */
export const noon = Date.UTC(2026, 4, 22, 10) / 1000

export const ada = { id: 10, full_name: 'Ada Park', delivery_email: 'ada@example.com', role: 100 }
export const bo = { id: 12, full_name: 'Bo Li', delivery_email: 'bo@example.com', role: 400 }
export const bot = { id: 15, full_name: 'Build Bot', delivery_email: 'build-bot@chat.old.example', role: 400 }

const user = (row: Row): Row => ({
  email: row['delivery_email'],
  realm: 2,
  recipient: Number(row['id']) + 100,
  date_joined: noon - 86_400.5,
  is_active: true,
  is_bot: false,
  bot_type: null,
  bot_owner: null,
  is_mirror_dummy: false,
  long_term_idle: false,
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
  timezone: 'Europe/Berlin',
  avatar_source: 'G',
  avatar_version: 1,
  enter_sends: false,
  color_scheme: 1,
  default_language: 'en',
  ...row,
})

export const stream = (row: Row): Row => ({
  realm: 2,
  date_created: noon - 86_400,
  deactivated: false,
  description: '',
  rendered_description: '',
  recipient: Number(row['id']) + 200,
  invite_only: false,
  history_public_to_subscribers: true,
  is_web_public: false,
  stream_post_policy: 1,
  message_retention_days: null,
  first_message_id: null,
  ...row,
})

let upcomingSubscription = 1

export const subscription = (user_profile: number, recipient: number, row: Row = {}): Row => ({
  id: upcomingSubscription++,
  user_profile,
  recipient,
  active: true,
  is_user_active: true,
  role: 50,
  is_muted: false,
  color: '#76ce90',
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
  ...row,
})

export const message = (id: number, sender: number, recipient: number, content: string, row: Row = {}): Row => ({
  id,
  sender,
  recipient,
  subject: '',
  content,
  rendered_content: `<p>${content}</p>`,
  rendered_content_version: 1,
  date_sent: noon + id + 0.25,
  sending_client: 1,
  last_edit_time: null,
  edit_history: null,
  has_attachment: false,
  has_image: false,
  has_link: false,
  search_tsvector: null,
  ...row,
})

let upcomingUserMessage = 1

export const userMessage = (user_profile: number, id: number, flags_mask: number): Row => ({
  id: upcomingUserMessage++,
  user_profile,
  message: id,
  flags_mask,
})

/** Recipients of the streams 20 (plans) and 21 (secret), of the people, and of one group. */
export const recipients = { plans: 220, secret: 221, ada: 110, bo: 112, bot: 115, group: 300 }

export const tables = (changes: Tables = {}): Tables => ({
  zerver_realm: [
    {
      id: 2,
      string_id: '',
      name: 'Lighthouse',
      description: 'Ships *welcome*',
      date_created: noon - 90_000,
      icon_source: 'G',
    },
  ],
  zerver_realmuserdefault: [],
  zerver_userprofile: [user(ada), user(bo), user({ ...bot, is_bot: true, bot_type: 1, bot_owner: ada.id })],
  zerver_userprofile_mirrordummy: [],
  zerver_userprofile_crossrealm: [{ email: 'notification-bot@zulip.com', id: 3, recipient_id: 103 }],
  zerver_stream: [stream({ id: 20, name: 'plans' }), stream({ id: 21, name: 'secret', invite_only: true })],
  zerver_recipient: [
    { id: recipients.plans, type: 2, type_id: 20 },
    { id: recipients.secret, type: 2, type_id: 21 },
    ...[ada, bo, bot].map(({ id }) => ({ id: id + 100, type: 1, type_id: id })),
    { id: recipients.group, type: 3, type_id: 1 },
  ],
  zerver_subscription: [
    ...[ada, bo].map(({ id }) => subscription(id, recipients.plans)),
    ...[ada, bo, bot].map(({ id }) => subscription(id, id + 100)),
    ...[ada, bo, bot].map(({ id }) => subscription(id, recipients.group)),
  ],
  zerver_huddle: [{ id: 1, huddle_hash: 'x' }],
  zerver_client: [{ id: 1, name: 'website' }],
  ...changes,
})

export const aUser = user

interface Export {
  changes?: Tables
  messages?: Row[]
  userMessages?: Row[]
  files?: Record<string, string | object>
}

/** The files of an export with these tables in the place of those that it has otherwise. */
export const zulipExport = ({ changes = {}, messages = [], userMessages = [], files = {} }: Export = {}) => ({
  'realm.json': tables(changes),
  'messages-000001.json': { zerver_message: messages, zerver_usermessage: userMessages },
  'analytics.json': { analytics_realmcount: [{ id: 1 }] },
  'stats.txt': 'counts',
  ...files,
})
