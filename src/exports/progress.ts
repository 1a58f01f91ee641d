import type { ExportCursor } from './chapter'
import type { Part } from './queries'

/** How much was written of each chapter. */
export type Counts = Readonly<Record<string, { pages: number; records: number }>>

/** How far an export has come, and so what its next part begins with. */
export interface Progress {
  readonly export_id: number
  /** The last message there was when it began. */
  readonly until: number
  /** Of the part, from 1. */
  readonly number: number
  readonly chapter: number
  /** What was written last of the chapter. */
  readonly after: ExportCursor | null
  /** What was written, by the names of chapters. */
  readonly counts: Counts
}

/** A part that is kept now, and how it goes on; null when it was the last one. */
export interface Written {
  readonly part: Part
  readonly next: Progress | null
}

/** An export of which nothing is written yet. */
export const beginningOf = (export_id: number, until: number): Progress => ({
  export_id,
  until,
  number: 1,
  chapter: 0,
  after: null,
  counts: {},
})
