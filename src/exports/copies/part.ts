import { beforeFirstId } from '../../core/sql/ids'
import { refused } from '../../core/base/errors'
import type { ChapterName } from '../../archive/records'
import type { ExportCursor, ExportItem } from '../chapter'
import { fullChapters } from '../full/full-archive'
import type { FullChapter, FullSource } from '../full/source'
import { copiedFiles, type CopiedFile } from './files'

/** A part of a chapter, as the owner's program stores it. */
export interface CopyPart {
  readonly records: readonly Record<string, unknown>[]
  /** Files that the records name. */
  readonly files: readonly CopiedFile[]
  /** Where the next part begins; null after the last one. */
  readonly next: ExportCursor | null
}

/**
 * Ids in a block. A part never has items of two blocks, so that what is new or gone in one block does not move the items of
 * others into other parts. Of messages, a block has as many as a page.
 */
const blockLengths: Partial<Record<ChapterName, number>> = { messages: 500, subscriptions: 20, marks: 20 }
const usualBlockLength = 100

/** Numbers of a place in a chapter. */
const placeLengths: Partial<Record<ChapterName, number>> = {
  profile_fields: 2,
  muted_users: 2,
  bots: 2,
  subscriptions: 2,
  muted_topics: 3,
}

/** The marks have three sections, whose number stands before the place in a section. */
const markSections = 3

/** The part of a chapter that begins after a place. */
export async function copyPart(source: FullSource, name: ChapterName, after: ExportCursor | null): Promise<CopyPart> {
  const chapter = fullChapters.find((one) => one.name === name)!
  if (after !== null) assertPlace(source, name, after)
  return name === 'messages' ? messagesPart(source, chapter, after) : partOf(source, chapter, after)
}

/**
 * Refuses a place that no part ends at. The queries rely on places in the organization's own block of ids: a lower one would lead
 * to what other organizations have.
 */
function assertPlace({ realm_id }: FullSource, name: ChapterName, after: ExportCursor): void {
  const isMarks = name === 'marks'
  const [section = 0, ...rest] = isMarks ? after : [0, ...after]
  const maxLength = isMarks ? 2 : (placeLengths[name] ?? 1)
  const hasLength = isMarks ? rest.length <= maxLength : rest.length === maxLength
  // The fields of profiles are found by the organization, and their places begin with their order.
  const first = name === 'profile_fields' ? 0 : beforeFirstId(realm_id)
  const isOwn = section >= 0 && section < markSections && (rest[0] ?? first) >= first
  if (!hasLength || !isOwn) throw refused('after: There is no such place in the chapter')
}

async function partOf(source: FullSource, chapter: FullChapter, after: ExportCursor | null): Promise<CopyPart> {
  const { items, isLast } = await chapter.page(source, after)
  const length = blockEnd(source, chapter.name, items)
  const isEnd = isLast && length === items.length
  return withFiles(chapter.name, items.slice(0, length), isEnd ? null : items[length - 1]!.place)
}

/** How many of the items are in the same block. Those without a record, which nobody sees, belong to the block before them. */
function blockEnd(source: FullSource, name: ChapterName, items: readonly ExportItem[]): number {
  const first = items.find(({ record }) => record !== null)
  if (first === undefined) return items.length
  const block = blockOf(source, name, first.place)
  const end = items.findIndex(({ place, record }) => record !== null && blockOf(source, name, place) !== block)
  return end === -1 ? items.length : end
}

function blockOf({ realm_id }: Pick<FullSource, 'realm_id'>, name: ChapterName, place: ExportCursor): string {
  const [section, id] = name === 'marks' ? [place[0], place[1]!] : [0, place[0]!]
  return `${section} ${Math.floor((id - beforeFirstId(realm_id) - 1) / (blockLengths[name] ?? usualBlockLength))}`
}

/** Messages of the first block that has any. The places between parts are ends of blocks, so they stay when messages go. */
async function messagesPart(source: FullSource, chapter: FullChapter, after: ExportCursor | null): Promise<CopyPart> {
  const { sql, realm_id, until } = source
  const before = beforeFirstId(realm_id)
  const first = await sql`
    select id from message where id > ${after?.[0] ?? before} and id <= ${until} order by id limit 1
  `.first<{ id: number }>()
  if (first === null) return { records: [], files: [], next: null }
  const blockLength = blockLengths.messages!
  const lastOfBlock = before + Math.ceil((first.id - before) / blockLength) * blockLength
  const { items, isLast } = await chapter.page({ ...source, until: Math.min(until, lastOfBlock) }, [first.id - 1])
  const end = lastOfBlock >= until ? null : [lastOfBlock]
  return withFiles(chapter.name, items, isLast ? end : items.at(-1)!.place)
}

function withFiles(name: ChapterName, items: readonly ExportItem[], next: ExportCursor | null): CopyPart {
  const parts = items.flatMap(({ record, files = {} }) => (record === null ? [] : [copiedFiles(name, record, files)]))
  return { records: parts.map(({ record }) => record), files: parts.flatMap(({ files }) => files), next }
}
