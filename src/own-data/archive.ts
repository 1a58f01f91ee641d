import type { Records } from '../archive/records'
import { rivulet_version } from '../realm/version'
import type { RealmRow } from '../realm/queries'
import type { ArchiveForm } from '../exports/archive-form'
import type { ExportChapter } from '../exports/chapter'
import { bots } from '../exports/full/bots'
import { conversations, invitations } from '../exports/full/conversations'
import { marks } from '../exports/full/marks'
import { mutedTopics } from '../exports/full/muted-topics'
import { emoji, profileFields, userGroups } from '../exports/full/organization'
import { mutedUsers, users } from '../exports/full/people'
import { idIn } from '../exports/full/source'
import { streams } from '../exports/full/streams'
import { subscriptions } from '../exports/full/subscriptions'
import { drafts, scheduledMessages } from '../exports/full/unsent'
import { ownFiles } from './files'
import { conversationMessages, sentMessages } from './messages'
import { reactions } from './reactions'
import { ownReadme } from './readme'
import { ownSource, partOf, rowsOfUser, type OwnSource } from './source'

/** Private data of nobody else, not even of bots. */
const ofPersonAlone = (chapter: ExportChapter<OwnSource>): ExportChapter<OwnSource> => ({
  name: chapter.name,
  page: (source, after) =>
    chapter.page({ ...source, scope: { ...source.scope, consenting: [source.viewer.id] } }, after),
})

const chapters: readonly ExportChapter<OwnSource>[] = [
  profileFields,
  partOf(users, personIn),
  ofPersonAlone(mutedUsers),
  partOf(emoji, (record, _, source) => (record['author_id'] === idIn(source, source.viewer.id) ? record : null)),
  partOf(userGroups, groupIn),
  partOf(streams, streamIn),
  bots,
  rowsOfUser(subscriptions),
  rowsOfUser(mutedTopics),
  ofPersonAlone(conversations),
  partOf(invitations, (record, _, source) => (record['inviter_id'] === idIn(source, source.viewer.id) ? record : null)),
  ownFiles,
  ofPersonAlone(drafts),
  ofPersonAlone(scheduledMessages),
  // The third section: stars and other flags.
  rowsOfUser(marks, [2]),
  reactions,
  sentMessages,
  conversationMessages,
]

/** An archive of a person's own data: for people and programs, and not for imports. Its records are those of full archives. */
export async function ownArchive(
  given: Parameters<typeof ownSource>[0],
  { realm, now, fileRoom }: { realm: RealmRow; now: number; fileRoom: number },
): Promise<ArchiveForm<OwnSource>> {
  const source = await ownSource(given)
  return {
    source,
    chapters,
    fileRoom,
    async begin(part) {
      await part.entries.text('README.txt', ownReadme(realm.name))
    },
    manifest: (counts) =>
      `${JSON.stringify(
        {
          form: 'own data',
          made_by: `Rivulet ${rivulet_version}`,
          origin: source.origin,
          organization: realm.name,
          user_id: idIn(source, source.viewer.id),
          completed: now,
          counts: Object.fromEntries(Object.entries(counts).map(([name, { records }]) => [name, records])),
        },
        null,
        2,
      )}\n`,
  }
}

/** The person and their bots as they are; of those whom the person writes with privately, only what everybody sees. */
function personIn(
  record: Record<string, unknown>,
  id: number,
  { viewer, bots: own, companions }: OwnSource,
): Record<string, unknown> | null {
  if (id === viewer.id || own.has(id)) return record
  if (!companions.has(id)) return null
  const { full_name, role, is_active, date_joined, bot } = record
  return {
    id: record['id'],
    delivery_email: null,
    full_name,
    role,
    is_active,
    date_joined,
    timezone: '',
    settings: {},
    avatar: null,
    bot,
    profile: {},
    alert_words: [],
    status: null,
  } satisfies Record<keyof Records['users'], unknown>
}

/** Groups that the person was added to, without their other members. */
function groupIn(record: Record<string, unknown>, _: number, source: OwnSource): Record<string, unknown> | null {
  const own = idIn(source, source.viewer.id)
  return (record['members'] as number[]).includes(own) ? { ...record, members: [own] } : null
}

/** Streams that the person is or was subscribed to. Of those that are lost, only the name at that time. */
function streamIn(record: Record<string, unknown>, id: number, source: OwnSource): Record<string, unknown> | null {
  const stream = source.streams.get(id)
  if (stream === undefined) return null
  return stream.isLost ? { id: record['id'], name: stream.name } : record
}
