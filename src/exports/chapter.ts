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
  /** The item as people read it, in Markdown. The texts of a page are a file beside its records. */
  readonly text?: string
  /** Fields of the record that are paths of files to export. */
  readonly files?: Readonly<Record<string, FilePlace | null>>
  /** A field without which the record is left out, because its file is lost. */
  readonly needs?: string
}

/** A file to export: its key in the bucket, and its path in the archive. */
export interface FilePlace {
  readonly key: string
  readonly path: string
}

/** A file that has the same path in the bucket and in the archive; null for none. */
export const filedAt = (key: string | null): FilePlace | null => (key === null ? null : { key, path: key })

/** The next items of a chapter: at least one, unless the chapter ends. */
export interface ExportPage {
  readonly items: readonly ExportItem[]
  /** Whether the chapter ends with these items. */
  readonly isLast: boolean
}

/** A list of any length that is read page by page. */
export interface ExportChapter<S extends ExportSource = ExportSource> {
  /** Name of the folder that holds the pages. */
  readonly name: string
  /** The items after a position; null for the beginning. */
  readonly page: (source: S, after: ExportCursor | null) => Promise<ExportPage>
}

/** Condition for streams that every member can read. Nobody can read archived ones. */
export const isPublic = fragment`not stream.invite_only and not stream.deactivated`
