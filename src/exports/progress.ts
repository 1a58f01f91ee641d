import type { ExportCursor } from './chapter'
import type { Part } from './queries'

/** What was written of each chapter. */
export type Counts = Readonly<Record<string, { pages: number; records: number }>>

/** How far an export has come: where its next part begins. */
export interface Progress {
  readonly export_id: number
  /** Id of the last message at the start of the export. */
  readonly until: number
  /** Number of the part, from 1. */
  readonly number: number
  readonly chapter: number
  /** The last written item of the chapter. */
  readonly after: ExportCursor | null
  /** Amounts written, by the names of chapters. */
  readonly counts: Counts
}

/** A stored part and the progress after it, which is null after the last part. */
export interface Written {
  readonly part: Part
  readonly next: Progress | null
}

/** The progress of an export before its first part. */
export const beginningOf = (export_id: number, until: number): Progress => ({
  export_id,
  until,
  number: 1,
  chapter: 0,
  after: null,
  counts: {},
})
