import { expect } from 'vitest'
import { chapterNames, type ChapterName, type Manifest, type RealmRecord } from '../../src/archive/records'
import { requestExport, unpackExport, type Archive } from './archives'
import { newRealm, type TestRealm } from './index'
import { TestImport, type Chapters } from './imports'

type Line = Record<string, unknown>

/** A full archive of an organization. */
export async function archiveRealm(realm: TestRealm): Promise<Archive> {
  await realm.owner.patch('/realm', { owner_full_content_access: true })
  return unpackExport(realm, await requestExport(realm.owner, { export_type: 3 }))
}

const recordsOf = (archive: Archive, chapter: string): Line[] => archive.records(chapter) as Line[]

/** A new organization into which a whole archive was imported. */
export async function importArchive(archive: Archive): Promise<TestImport> {
  const run = await TestImport.begin(await newRealm(), {
    plan: archive.json('manifest.json') as Manifest,
    record: archive.json('realm.json') as RealmRecord,
    keep_roles: true,
  })
  await run.sendAll(Object.fromEntries(chapterNames.map((name) => [name, recordsOf(archive, name)])) as Chapters)
  for (const [chapter, kind, field] of [
    ['users', 'avatar', 'avatar'],
    ['emoji', 'emoji', 'picture'],
    ['files', 'attachment', 'file'],
  ] as const)
    for (const record of recordsOf(archive, chapter))
      if (record[field] !== null)
        expect(
          await run.put(
            kind,
            record['id'] as number,
            archive.files.get(record[field] as string)! as Uint8Array<ArrayBuffer>,
          ),
        ).toMatchObject({ status: 200 })
  await run.finish()
  return run
}

/**
 * Whether a record is of the move itself: the notification bot of each organization, its notices about export and import, and what
 * the owner has read of them.
 */
function isOfMove(record: Line, before: Archive): boolean {
  const { last_ids } = before.json('manifest.json') as Manifest
  const owner_id = 1
  return (
    record['delivery_email'] === 'notification-bot@rivulet.invalid' ||
    ('topic' in record && (record['id'] as number) > last_ids.message) ||
    (record['user_id'] === owner_id && ('read' in record || 'spans' in record))
  )
}

/** Records of a chapter as texts. Files are called by random names. */
function textsOf(archive: Archive, chapter: ChapterName, before: Archive): string[] {
  const records = recordsOf(archive, chapter).filter((record) => !isOfMove(record, before))
  const texts = (chapter === 'marks' ? splitMarks(records) : records).map((record) =>
    JSON.stringify(record).replaceAll(/files\/[^"]+/g, 'files/'),
  )
  return chapter === 'marks' ? [...new Set(texts)].toSorted() : texts
}

/** Marks one by one. A user may have several records, and those of recent messages come first. */
const splitMarks = (marks: readonly Line[]): Line[] =>
  marks.flatMap(({ user_id, read, flags }) => [
    ...(read as unknown[]).map((word) => ({ user_id, word })),
    ...(flags as unknown[]).map((flag) => ({ user_id, flag })),
  ])

/** Differences between an archive and one of the organization into which it was imported, without those of the move itself. */
export function archiveDifferences(before: Archive, after: Archive): string[] {
  return chapterNames.flatMap((chapter) => {
    const [old, moved] = [textsOf(before, chapter, before), textsOf(after, chapter, before)]
    const same = old.length === moved.length && old.every((text, index) => text === moved[index])
    const lines = [
      ...old.filter((text) => !moved.includes(text)).map((text) => `- ${chapter} ${text}`),
      ...moved.filter((text) => !old.includes(text)).map((text) => `+ ${chapter} ${text}`),
    ]
    return lines.length > 0 || same ? lines : [`${chapter}: another order, or some twice`]
  })
}
