import type { RealmRow } from '../realm/queries'
import type { Counts } from './progress'

/** `README.txt` of an archive. */
export const readme = `This is an export of the public data of an organization, made by Rivulet.

manifest.json           what was exported, and how many of each; written last
realm.json              the organization and its settings
user_groups.json        groups of users and who is in them
default_stream_groups.json, linkifiers.json, playgrounds.json, profile_fields.json
users/*.ndjson          people and bots, deactivated ones too, with the addresses that everybody sees
emoji/*.ndjson          custom emoji
streams/*.ndjson        public streams and their subscribers
messages/*.ndjson       messages of public streams: stream by stream, oldest first
attachments/*.ndjson    uploaded files that these messages hold
user_uploads/           these files; messages link to them by this path
user_avatars/           pictures of people, of emoji and of the organization

A file that ends in .ndjson has one JSON object in each line. Ids are those of the server: a message's
sender_id is the user_id of a user, and its stream_id that of a stream. Times are UNIX seconds. Fields named
avatar, picture, still_picture, icon, logo, night_logo and file are paths in this archive; null: there is none.

Private messages, private and archived streams, what people set for themselves, passwords and keys are not in here.

Each file was complete when it was written. They were written one after the other while the organization was in use: what
changed meanwhile may be in one file and not yet in another, and a message that was moved to another stream meanwhile may
be in here twice or be missing. Messages sent after the export began are not in it.
`

/** The table of contents of an archive, as JSON. */
export const manifest = (realm: Pick<RealmRow, 'string_id' | 'name'>, counts: Counts, now: number): string =>
  `${JSON.stringify({ format: 1, organization: realm.string_id, name: realm.name, completed: now, counts }, null, 2)}\n`
