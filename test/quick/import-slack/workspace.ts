/** Builders of a Slack export: what a small team would have, with every construct that the converter knows. */
import type { FileContent } from '../../kit/conversion.ts'

/** Midnight of the first day, 2026-05-22, in UNIX seconds. */
export const may22 = Date.UTC(2026, 4, 22) / 1000

/** A time as Slack writes it, in seconds after midnight of the first day. */
export const ts = (seconds: number): string => `${may22 + seconds}.000100`

export const person = (id: string, name: string, real_name: string, more: object = {}, profile: object = {}) => ({
  id,
  team_id: 'T1',
  name,
  deleted: false,
  real_name,
  tz: 'Europe/Berlin',
  is_admin: false,
  is_owner: false,
  is_primary_owner: false,
  is_restricted: false,
  is_ultra_restricted: false,
  is_bot: false,
  profile: {
    real_name,
    display_name: name,
    email: `${name}@example.com`,
    title: '',
    phone: '',
    fields: {},
    ...profile,
  },
  ...more,
})

export const channel = (id: string, name: string, members: string[], more: object = {}) => ({
  id,
  name,
  created: may22 - 86_400,
  creator: 'U1',
  is_archived: false,
  is_general: false,
  members,
  topic: { value: '', creator: '', last_set: 0 },
  purpose: { value: '', creator: '', last_set: 0 },
  ...more,
})

/** A message at so many seconds after midnight of the first day. */
export const message = (seconds: number, user: string, text: string, more: object = {}) => ({
  type: 'message',
  user,
  text,
  ts: ts(seconds),
  ...more,
})

/** A reply to the message of that time. */
export const reply = (seconds: number, root: number, user: string, text: string, more: object = {}) =>
  message(seconds, user, text, { thread_ts: ts(root), parent_user_id: 'U1', ...more })

/** The fields that a message has when there are replies to it. */
export const threadFields = (seconds: number, reply_count = 1) => ({
  thread_ts: ts(seconds),
  reply_count,
  replies: [],
  latest_reply: ts(seconds + 1),
})

export const users = [
  person('U1', 'ada', 'Ada Park', { is_primary_owner: true, is_owner: true, is_admin: true }, { title: 'Gardener' }),
  person('U2', 'bo', 'Bo Li', { is_admin: true }),
  person('U3', 'cai', 'Cai Lin', { is_restricted: true }),
  person('U4', 'dee', 'Dee Old', { deleted: true }),
  person('U5', 'tide', 'Tide Bot', { is_bot: true }, { bot_id: 'B5' }),
  person('USLACKBOT', 'slackbot', 'Slackbot', { is_bot: false }),
]

/** An export with one channel that has these messages on its first day. */
export const withMessages = (...messages: unknown[]): Record<string, FileContent> => ({
  'users.json': users,
  'channels.json': [channel('C1', 'garden', ['U1', 'U2'])],
  'garden/2026-05-22.json': messages,
})
