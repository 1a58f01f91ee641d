import { archiveFormat, chapterNames, type Manifest, type RealmRecord } from '../../archive/records'
import type { RealmRow } from '../../realm/queries'
import { rivulet_version } from '../../realm/version'
import type { ExportSource } from '../chapter'
import { storeArchiveFiles, type ArchiveForm, type PartSoFar } from '../archive-form'
import type { Counts, FullProgress } from '../progress'
import { exportTypes } from '../export-types'
import { bots } from './bots'
import { conversations, invitations } from './conversations'
import { files } from './files'
import { marks } from './marks'
import { messages } from './messages'
import { mutedTopics } from './muted-topics'
import { domains, emoji, linkifiers, playgrounds, profileFields, userGroups } from './organization'
import { mutedUsers, users } from './people'
import { fullReadme } from './readme'
import { realmItem } from './realm-record'
import { consentedScope } from './scope'
import type { FullChapter, FullSource } from './source'
import { defaultStreamGroups, streams } from './streams'
import { subscriptions } from './subscriptions'
import { drafts, scheduledMessages } from './unsent'

/** All chapters of an archive, in their order. */
export const fullChapters: readonly FullChapter[] = [
  profileFields,
  users,
  mutedUsers,
  emoji,
  userGroups,
  linkifiers,
  playgrounds,
  domains,
  streams,
  bots,
  defaultStreamGroups,
  subscriptions,
  mutedTopics,
  conversations,
  invitations,
  files,
  drafts,
  scheduledMessages,
  marks,
  messages,
]

interface About {
  readonly realm: RealmRow
  readonly origin: string
  readonly now: number
}

/** An archive of format 2 (docs/archive.md), and the progress with what it may have. */
export async function fullArchive(
  given: ExportSource,
  { realm, origin, now }: About,
  before: FullProgress,
): Promise<{ form: ArchiveForm<FullSource>; full: FullProgress }> {
  const { export_type, last, leavesFiles = false } = before
  const scope =
    before.scope ?? (export_type === exportTypes.everything ? null : await consentedScope(given.sql, given.realm_id))
  const source: FullSource = { ...given, last, scope, origin }
  const form: ArchiveForm<FullSource> = {
    source,
    chapters: fullChapters,
    leavesFiles,
    async begin(part) {
      await part.entries.text('README.txt', fullReadme({ export_type, leavesFiles }))
      await part.entries.text('realm.json', json(await realmRecord(part, source, realm)))
    },
    manifest: (counts) =>
      json({
        ...manifestOf(source, now),
        ...(leavesFiles && { files: 'in_bucket' as const }),
        counts: recordsOf(counts),
      }),
  }
  return { form, full: { ...before, scope } }
}

/** The manifest of an archive, without the counts of its records. */
export const manifestOf = (
  { origin, scope, last }: Pick<FullSource, 'origin' | 'scope' | 'last'>,
  now: number,
): Manifest => ({
  format: archiveFormat,
  made_by: `Rivulet ${rivulet_version}`,
  origin,
  completed: now,
  private_data: scope === null ? 'all' : 'consented',
  counts: {},
  last_ids: last,
})

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const recordsOf = (counts: Counts): Manifest['counts'] =>
  Object.fromEntries(chapterNames.map((name) => [name, counts[name]?.records ?? 0]))

async function realmRecord(part: PartSoFar, source: FullSource, realm: RealmRow): Promise<RealmRecord> {
  const { record, files } = await realmItem(source, realm)
  const { icon, logo, night_logo } = await storeArchiveFiles(part, files)
  return { ...record, icon: icon ?? null, logo: logo ?? null, night_logo: night_logo ?? null }
}
