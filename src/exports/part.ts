import type { JobContext } from '../core/jobs/job-kind'
import { settingsOf } from '../accounts/settings'
import { realmById } from '../realm/queries'
import { bucketOf } from '../uploads/storage'
import { archivePart } from './archive'
import { stored, type ArchiveForm, type PartSoFar } from './archive-form'
import type { ExportItem, ExportSource } from './chapter'
import { fullArchive } from './full/full-archive'
import type { Progress, Written } from './progress'
import { publicArchive } from './public-archive'
import { exportById } from './queries'
import { keepPart } from './storage'

/**
 * Limits of one part. So the work on it stays within the free plan's limits of an event, and all parts of the largest export can
 * be sent in one response. The last file of a part may exceed the limit.
 */
const limits = { bytes: 16 * 1024 * 1024, pages: 12, files: 400 }

const isFull = ({ entries, pages, files }: PartSoFar): boolean =>
  entries.written >= limits.bytes || pages >= limits.pages || files >= limits.files

/** Writes the next part of an export (a job). Null if the organization was deactivated, which ends the export. */
export async function writePart(before: Progress, place: JobContext): Promise<Written | null> {
  const { sql, realm_id, env } = place
  const bucket = bucketOf(env)
  const [realm, row] = await Promise.all([realmById(sql, realm_id), exportById(sql, before.export_id)])
  if (realm!.deactivated || row === null) return null
  const source: ExportSource = { sql, realm_id, settings: settingsOf(realm!), until: before.until }
  const about = { realm: realm!, origin: row.origin, now: place.now }
  if (before.full === undefined) return write(place, bucket, publicArchive(source, about), before)
  const { form, full } = await fullArchive(source, about, before.full)
  return write(place, bucket, form, { ...before, full })
}

async function write<S extends ExportSource>(
  place: JobContext,
  bucket: R2Bucket,
  form: ArchiveForm<S>,
  progress: Progress,
): Promise<Written> {
  const { next, pieces } = await composedPart({ now: place.now, bucket, form, progress })
  return { part: await keepPart(place, progress, pieces), next }
}

interface Composing<S extends ExportSource> {
  readonly now: number
  readonly bucket: R2Bucket
  readonly form: ArchiveForm<S>
  readonly progress: Progress
}

/** Makes the next part of an archive, and answers the progress after it, which is null after the last part. */
export async function composedPart<S extends ExportSource>({
  now,
  bucket,
  form,
  progress,
}: Composing<S>): Promise<{ next: Progress | null; pieces: Uint8Array[] }> {
  return archivePart(now, async (entries) => {
    const part: PartSoFar = { entries, bucket, pages: 0, files: 0 }
    if (progress.number === 1) await form.begin(part)
    let at = progress
    while (at.chapter < form.chapters.length && !isFull(part)) at = await writePage(part, form, at)
    const isLast = at.chapter === form.chapters.length
    if (isLast) await entries.text('manifest.json', form.manifest(at.counts))
    return { isLast, next: isLast ? null : { ...at, number: progress.number + 1 } }
  })
}

/** Writes a page of a chapter, or as many of its items as fit into the part. */
async function writePage<S extends ExportSource>(
  part: PartSoFar,
  { source, chapters }: ArchiveForm<S>,
  at: Progress,
): Promise<Progress> {
  const { name, page } = chapters[at.chapter]!
  const { items, isLast } = await page(source, at.after)
  const lines: string[] = []
  const texts: string[] = []
  let last: ExportItem | undefined
  for (const item of items) {
    if (last !== undefined && isFull(part)) break
    last = item
    if (item.record === null) continue
    const paths = await stored(part, item.files ?? {})
    if (item.needs !== undefined && paths[item.needs] === null) continue
    lines.push(`${JSON.stringify({ ...item.record, ...paths })}\n`)
    if (item.text !== undefined) texts.push(item.text)
  }
  part.pages += 1
  const { pages, records } = at.counts[name] ?? { pages: 0, records: 0 }
  const isWritten = lines.length > 0
  const path = `${name}/${String(pages + 1).padStart(6, '0')}`
  if (isWritten) await part.entries.text(`${path}.ndjson`, lines.join(''))
  if (texts.length > 0) await part.entries.text(`${path}.md`, texts.join('\n'))
  const counts = { ...at.counts, [name]: { pages: pages + Number(isWritten), records: records + lines.length } }
  const isDone = isLast && last === items.at(-1)
  return isDone ? { ...at, counts, chapter: at.chapter + 1, after: null } : { ...at, counts, after: last!.place }
}
