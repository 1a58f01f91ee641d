import type { JobContext } from '../core/jobs/job-kind'
import { settingsOf } from '../accounts/settings'
import type { StoredFile } from '../archive/records'
import { realmById, type RealmRow } from '../realm/queries'
import { bucketOf } from '../uploads/storage'
import { archivePart, type Entries } from './archive'
import { storeArchiveFiles, type ArchiveForm, type PartSoFar } from './archive-form'
import type { ExportItem, ExportSource, FilePlace } from './chapter'
import { fullArchive } from './full/full-archive'
import type { ArchiveProgress, Progress, WrittenPart } from './progress'
import { publicArchive } from './public-archive'
import { exportById } from './queries'
import { folderOf, putPart } from './storage'

/**
 * Limits of one part. So the work on it stays within the free plan's limits of an event, and all parts of the largest export can
 * be sent in one response. The last file of a part may exceed the limit.
 */
const limits = { bytes: 16 * 1024 * 1024, pages: 12, files: 400 }

const isFull = ({ entries, pages, files }: PartSoFar): boolean =>
  entries.written >= limits.bytes || pages >= limits.pages || files >= limits.files

/** Where an archive belongs. */
interface About {
  readonly realm: RealmRow
  readonly origin: string
  /** The beginning of its keys in the bucket. */
  readonly folder: string
}

/** Writes the next part of an export (a job). Null if the organization was deactivated, which ends the export. */
export async function writePart(before: Progress, place: JobContext): Promise<WrittenPart | null> {
  const { sql, realm_id } = place
  const [realm, row] = await Promise.all([realmById(sql, realm_id), exportById(sql, before.export_id)])
  if (realm!.deactivated || row === null) return null
  return writeNext(place, { realm: realm!, origin: row.origin, folder: folderOf(realm_id, row.id) }, before)
}

/** Writes the next part of an archive. */
export async function writeNext<P extends ArchiveProgress>(
  place: JobContext,
  about: About,
  before: P,
): Promise<WrittenPart<P>> {
  const { sql, realm_id, env, now } = place
  const { realm, origin, folder } = about
  const source: ExportSource = { sql, realm_id, settings: settingsOf(realm), until: before.until }
  const to: Target = { now, folder, bucket: bucketOf(env) }
  if (before.full === undefined) return write(to, publicArchive(source, { realm, now }), before)
  const { form, full } = await fullArchive(source, { realm, origin, now }, before.full)
  return write(to, form, { ...before, full })
}

/** Where parts are stored. */
interface Target extends Pick<JobContext, 'now'> {
  /** The beginning of their keys. */
  readonly folder: string
  readonly bucket: R2Bucket
}

async function write<S extends ExportSource, P extends ArchiveProgress>(
  { now, folder, bucket }: Target,
  form: ArchiveForm<S>,
  progress: P,
): Promise<WrittenPart<P>> {
  const { next, messages, stored: part } = await composedPart({ now, bucket, folder, form, progress })
  return { part, next, messages }
}

interface Composing<S extends ExportSource, P extends ArchiveProgress> extends Target {
  readonly form: ArchiveForm<S>
  readonly progress: P
}

/** Makes and stores the next part of an archive, and answers the progress after it, which is null after the last part. */
export async function composedPart<S extends ExportSource, P extends ArchiveProgress>({
  now,
  bucket,
  folder,
  form,
  progress,
}: Composing<S, P>): Promise<{ next: P | null; messages: number; stored: WrittenPart['part'] }> {
  const { number } = progress
  const fill = async (entries: Entries) => {
    const { leavesFiles = false, fileRoom = Infinity } = form
    const part: PartSoFar = { entries, bucket, storedFiles: leavesFiles ? [] : null, fileRoom, pages: 0, files: 0 }
    if (number === 1) await form.begin(part)
    let at: ArchiveProgress = progress
    while (at.chapter < form.chapters.length && !isFull(part)) at = await writePage(part, form, at)
    if (part.storedFiles !== null && part.storedFiles.length > 0)
      await entries.text(`stored_files/${pageNumber(number)}.ndjson`, part.storedFiles.map(storedFileLine).join(''))
    const isLast = at.chapter === form.chapters.length
    if (isLast) await entries.text('manifest.json', form.manifest(at.counts))
    const messagesSoFar = at.counts['messages']?.records ?? 0
    return { isLast, messages: messagesSoFar, next: isLast ? null : { ...progress, ...at, number: number + 1 } }
  }
  return archivePart(now, fill, (pieces) => putPart(bucket, `${folder}${number}`, pieces))
}

const pageNumber = (number: number): string => String(number).padStart(6, '0')

const storedFileLine = ({ path, key }: FilePlace): string => `${JSON.stringify({ path, key } satisfies StoredFile)}\n`

/** Writes a page of a chapter, or as many of its items as fit into the part. */
async function writePage<S extends ExportSource>(
  part: PartSoFar,
  { source, chapters }: ArchiveForm<S>,
  at: ArchiveProgress,
): Promise<ArchiveProgress> {
  const { name, page } = chapters[at.chapter]!
  const { items, isLast } = await page(source, at.after)
  const lines: string[] = []
  const texts: string[] = []
  let last: ExportItem | undefined
  for (const item of items) {
    if (last !== undefined && isFull(part)) break
    last = item
    if (item.record === null) continue
    const paths = await storeArchiveFiles(part, item.files ?? {})
    if (item.needs !== undefined && paths[item.needs] === null) continue
    lines.push(`${JSON.stringify({ ...item.record, ...paths })}\n`)
    if (item.text !== undefined) texts.push(item.text)
  }
  part.pages += 1
  const { pages, records } = at.counts[name] ?? { pages: 0, records: 0 }
  const isWritten = lines.length > 0
  const path = `${name}/${pageNumber(pages + 1)}`
  if (isWritten) await part.entries.text(`${path}.ndjson`, lines.join(''))
  if (texts.length > 0) await part.entries.text(`${path}.md`, texts.join('\n'))
  const counts = { ...at.counts, [name]: { pages: pages + Number(isWritten), records: records + lines.length } }
  const isDone = isLast && last === items.at(-1)
  return isDone ? { ...at, counts, chapter: at.chapter + 1, after: null } : { ...at, counts, after: last!.place }
}
