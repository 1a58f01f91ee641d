import { Binary, ObjectId, serialize } from 'bson'

/** A dump of Rocket.Chat that was made up: each document has the fields that its database has. */

type Row = Record<string, unknown>

/** A minute of a day in May 2026. */
export const at = (minute: number): Date => new Date(Date.UTC(2026, 4, 22, 10, minute))
export const secondOf = (minute: number): number => at(minute).getTime() / 1000

export const user = (_id: string, username: string, name: string, row: Row = {}): Row => ({
  _id,
  createdAt: at(0),
  services: { password: { bcrypt: 'secret' } },
  username,
  name,
  emails: [{ address: `${username}@example.com`, verified: true }],
  type: 'user',
  status: 'offline',
  active: true,
  roles: ['user'],
  _updatedAt: at(1),
  ...row,
})

export const people = [
  user('aaa', 'ada', 'Ada Park', { roles: ['user', 'admin'] }),
  user('bbb', 'bo', 'Bo Li'),
  user('rocket.cat', 'rocket.cat', 'Rocket.Cat', { type: 'bot', roles: ['bot'], emails: undefined }),
]

export const room = (_id: string, t: string, name: string, row: Row = {}): Row => ({
  _id,
  t,
  name,
  fname: name,
  msgs: 1,
  usersCount: 2,
  u: { _id: 'aaa', username: 'ada' },
  ts: at(0),
  ro: false,
  ...row,
})

export const rooms = [
  room('GENERAL', 'c', 'general', { default: true, topic: 'Talk' }),
  room('secret', 'p', 'secret'),
  { _id: 'aaabbb', t: 'd', uids: ['aaa', 'bbb'], usernames: ['ada', 'bo'], msgs: 1, usersCount: 2, ts: at(0) },
]

export const message = (minute: number, rid: string, from: string, msg: string, row: Row = {}): Row => ({
  _id: `msg${String(minute).padStart(14, '0')}`,
  rid,
  msg,
  ts: at(minute),
  u: { _id: from, username: from === 'aaa' ? 'ada' : from === 'bbb' ? 'bo' : from, name: from },
  urls: [],
  mentions: [],
  channels: [],
  _updatedAt: at(minute),
  ...row,
})

export const subscription = (from: string, rid: string, row: Row = {}): Row => ({
  _id: `${from}${rid}`,
  u: { _id: from, username: from },
  rid,
  t: 'c',
  name: rid,
  open: true,
  alert: false,
  unread: 0,
  userMentions: 0,
  groupMentions: 0,
  ts: at(0),
  ls: at(0),
  ...row,
})

/** Documents of a bucket of GridFS: files by their names, in chunks of three bytes. */
export function grid(bucket: string, files: Record<string, string>): Record<string, Row[]> {
  const entries = Object.entries(files)
  return {
    [`${bucket}.files`]: entries.map(([name, content]) => ({
      _id: name,
      filename: name,
      length: content.length,
      chunkSize: 3,
    })),
    [`${bucket}.chunks`]: entries.flatMap(([name, content]) =>
      (content.match(/.{1,3}/gs) ?? []).map((data, n) => ({
        _id: new ObjectId(),
        files_id: name,
        n,
        data: new Binary(Buffer.from(data)),
      })),
    ),
  }
}

/** Documents as mongodump writes them: one after the other. */
export const bsonOf = (documents: readonly Row[]): Uint8Array =>
  new Uint8Array(Buffer.concat(documents.map((document) => serialize(document, { ignoreUndefined: true }))))

export type Collections = Record<string, readonly Row[]>

export const collections = (changes: Collections = {}): Collections => ({
  users: people,
  rocketchat_room: rooms,
  rocketchat_message: [],
  rocketchat_subscription: [],
  ...changes,
})

/** The files of a dump with these collections in the place of those that it has otherwise. */
export const dumpOf = (changes: Collections = {}): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(collections(changes)).flatMap(([name, documents]) => [
      [`rocketchat/${name}.bson`, bsonOf(documents)],
      [`rocketchat/${name}.metadata.json`, Buffer.from('{}')],
    ]),
  )
