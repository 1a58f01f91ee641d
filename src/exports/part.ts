import type { JobContext } from '../core/jobs/job-kind'
import { realmById } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { bucketOf } from '../uploads/storage'
import { archivePart, type Entries } from './archive'
import type { ExportChapter, ExportItem, ExportSource } from './chapter'
import { organizationFiles } from './organization'
import { publicEmoji } from './public-emoji'
import { publicFiles } from './public-files'
import { publicMessages } from './public-messages'
import { publicStreams } from './public-streams'
import { publicUsers } from './public-users'
import type { Progress, Written } from './progress'
import { manifest, readme } from './readme'
import { keepPart } from './storage'

/** The chapters of an archive, in order. */
const chapters: readonly ExportChapter[] = [publicUsers, publicEmoji, publicStreams, publicMessages, publicFiles]

/**
 * Limits of one part. So the work on it stays within the free plan's limits of an event, and all parts of the largest export can
 * be sent in one response. The last file of a part may exceed the limit.
 */
const limits = { bytes: 16 * 1024 * 1024, pages: 12, files: 400 }

interface PartSoFar {
  readonly entries: Entries
  readonly bucket: R2Bucket
  pages: number
  files: number
}

const isFull = ({ entries, pages, files }: PartSoFar): boolean =>
  entries.written >= limits.bytes || pages >= limits.pages || files >= limits.files

/** Writes the next part of an export (a job). Null if the organization was deactivated, which ends the export. */
export async function writePart(progress: Progress, place: JobContext): Promise<Written | null> {
  const { sql, realm_id, now, env } = place
  const bucket = bucketOf(env)
  const realm = (await realmById(sql, realm_id))!
  if (realm.deactivated) return null
  const source: ExportSource = { sql, realm_id, settings: settingsOf(realm), until: progress.until }
  const { next, pieces } = await archivePart(now, async (entries) => {
    const part: PartSoFar = { entries, bucket, pages: 0, files: 0 }
    if (progress.number === 1) {
      await entries.text('README.txt', readme)
      const { lists, pictures } = await organizationFiles(source, realm, now)
      const own = { ...(lists['realm'] as object), ...(await stored(part, pictures)) }
      for (const [name, content] of Object.entries({ ...lists, realm: own }))
        await entries.text(`${name}.json`, `${JSON.stringify(content, null, 2)}\n`)
    }
    let at = progress
    while (at.chapter < chapters.length && !isFull(part)) at = await writePage(part, source, at)
    const isLast = at.chapter === chapters.length
    if (isLast) await entries.text('manifest.json', manifest(realm, at.counts, now))
    return { isLast, next: isLast ? null : { ...at, number: progress.number + 1 } }
  })
  return { part: await keepPart(place, progress, pieces), next }
}

/** Writes a page of a chapter, or as many of its items as fit into the part. */
async function writePage(part: PartSoFar, source: ExportSource, at: Progress): Promise<Progress> {
  const { name, page } = chapters[at.chapter]!
  const { items, isLast } = await page(source, at.after)
  const lines: string[] = []
  let last: ExportItem | undefined
  for (const item of items) {
    if (last !== undefined && isFull(part)) break
    last = item
    if (item.record !== null)
      lines.push(`${JSON.stringify({ ...item.record, ...(await stored(part, item.files ?? {})) })}\n`)
  }
  part.pages += 1
  const { pages, records } = at.counts[name] ?? { pages: 0, records: 0 }
  const isWritten = lines.length > 0
  if (isWritten) await part.entries.text(`${name}/${String(pages + 1).padStart(6, '0')}.ndjson`, lines.join(''))
  const counts = { ...at.counts, [name]: { pages: pages + Number(isWritten), records: records + lines.length } }
  const isDone = isLast && last === items.at(-1)
  return isDone ? { ...at, counts, chapter: at.chapter + 1, after: null } : { ...at, counts, after: last!.place }
}

/** Writes files under their paths and returns the paths; null for a file that is not in the bucket. */
async function stored(
  part: PartSoFar,
  files: Readonly<Record<string, string | null>>,
): Promise<Record<string, string | null>> {
  const paths: Record<string, string | null> = {}
  for (const [field, path] of Object.entries(files)) {
    const object = path === null ? null : await part.bucket.get(path)
    if (object !== null) await part.entries.object(object)
    part.files += Number(path !== null)
    paths[field] = object?.key ?? null
  }
  return paths
}
