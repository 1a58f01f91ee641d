import type { Sql } from '../core/sql/sql'
import { fragment } from '../core/sql/sql'
import type { RealmSettings } from '../accounts/settings'

/** The data that an export reads. */
export interface ExportSource {
  readonly sql: Sql
  readonly realm_id: number
  readonly settings: RealmSettings
  /** Id of the last message at the start of the export. */
  readonly until: number
}

/** Position in a chapter, as ids. */
export type ExportCursor = readonly number[]

/** An item of a chapter, such as a user or a message. */
export interface ExportItem {
  readonly place: ExportCursor
  /** The line in the archive; null if not everybody may see the item. */
  readonly record: Record<string, unknown> | null
  /** Fields of the record that are paths of files to export; a file has the same path in the bucket and in the archive. */
  readonly files?: Readonly<Record<string, string | null>>
}

/** The next items of a chapter: at least one, unless the chapter ends. */
interface ExportPage {
  readonly items: readonly ExportItem[]
  /** Whether the chapter ends with these items. */
  readonly isLast: boolean
}

/** A list of any length that is read page by page. */
export interface ExportChapter {
  /** Name of the folder that holds the pages. */
  readonly name: string
  /** The items after a position; null for the beginning. */
  readonly page: (source: ExportSource, after: ExportCursor | null) => Promise<ExportPage>
}

/** Condition for streams that every member can read. Nobody can read archived ones. */
export const isPublic = fragment`not stream.invite_only and not stream.deactivated`
