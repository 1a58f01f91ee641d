import { beforeFirstId } from '../../core/sql/ids'
import { fragment, type Fragment } from '../../core/sql/sql'
import type { ChapterName } from '../../archive/records'
import type { ExportChapter, ExportItem, ExportSource, FilePlace } from '../chapter'
import type { LastIds } from '../progress'
import type { Scope } from './scope'

/** The data that a full export reads. */
export interface FullSource extends ExportSource {
  readonly last: LastIds
  /** Null: everything. */
  readonly scope: Scope | null
  /** Address of the organization, with which links in messages may begin. */
  readonly origin: string
}

export interface FullChapter extends ExportChapter<FullSource> {
  readonly name: ChapterName
}

/** An id within the organization, as archives have it. */
export const idIn = ({ realm_id }: Pick<FullSource, 'realm_id'>, id: number): number => id - beforeFirstId(realm_id)

export const idOrNull = (source: FullSource, id: number | null): number | null =>
  id === null ? null : idIn(source, id)

/** Those of these ids that were there at the start. */
export const idsIn = (source: FullSource, kind: keyof LastIds, ids: readonly number[]): number[] =>
  ids.map((id) => idIn(source, id)).filter((id) => id <= source.last[kind])

/** Those of these streams that the archive has. */
export const streamsIn = (source: FullSource, absent: ReadonlySet<number>, ids: readonly number[]): number[] =>
  idsIn(
    source,
    'recipient',
    ids.filter((id) => !absent.has(id)),
  )

/** A condition for ids of a kind that were there at the start, after the last one that is written. */
export const idsAfter = (
  source: FullSource,
  column: Fragment,
  kind: keyof LastIds,
  after: number | undefined,
): Fragment => fragment`${column} > ${after ?? beforeFirstId(source.realm_id)} and ${column} <= ${lastOf(source, kind)}`

/** The last id of a kind at the start, as the database has it. */
export const lastOf = ({ realm_id, last }: FullSource, kind: keyof LastIds): number =>
  beforeFirstId(realm_id) + last[kind]

/** A file of a record: its path in the archive has the ending of its key. */
export function fileIn(folder: string, id: number | string, key: string | null): FilePlace | null {
  if (key === null) return null
  const ending = /\.[a-z0-9]{1,10}$/i.exec(key)?.[0] ?? ''
  return { key, path: `files/${folder}/${id}${ending}` }
}

/** A chapter that is read in pages of this many rows, each of which is an item. */
export const chapterOf = <Row>(
  name: ChapterName,
  pageLength: number,
  rowsAfter: (source: FullSource, after: readonly number[], limit: number) => Promise<Row[]>,
  itemOf: (row: Row, source: FullSource) => ExportItem,
): FullChapter => ({
  name,
  async page(source, after) {
    const rows = await rowsAfter(source, after ?? [], pageLength)
    return { items: rows.map((row) => itemOf(row, source)), isLast: rows.length < pageLength }
  },
})
