import type { Sql } from '../core/sql/sql'
import { fragment } from '../core/sql/sql'
import type { RealmSettings } from '../accounts/settings'

/** Where an export takes its data from. */
export interface ExportSource {
  readonly sql: Sql
  readonly realm_id: number
  readonly settings: RealmSettings
  /** The last message there was when the export began. */
  readonly until: number
}

/** Ids that tell where in a chapter something is. */
export type ExportCursor = readonly number[]

/** One thing that an export tells of. */
export interface ExportItem {
  readonly place: ExportCursor
  /** As it stands in the archive; null for what is not for everybody. */
  readonly record: Record<string, unknown> | null
  /** Fields of the record that are paths of files, which go with it; a path is the same in the bucket and in the archive. */
  readonly files?: Readonly<Record<string, string | null>>
}

/** Some of the things of a chapter, at least one of them where any is left. */
export interface ExportPage {
  readonly items: readonly ExportItem[]
  /** Whether nothing comes after them. */
  readonly isLast: boolean
}

/** A list of things, as long as it may be, that is read page by page. */
export interface ExportChapter {
  /** Of the folder that holds its pages. */
  readonly name: string
  /** What comes after a place; null: from the beginning. */
  readonly page: (source: ExportSource, after: ExportCursor | null) => Promise<ExportPage>
}

/** Holds for streams that every member may read. Archived ones count as private, because nobody reads them any more. */
export const isPublic = fragment`not stream.invite_only and not stream.deactivated`
