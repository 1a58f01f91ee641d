import type { ChapterName } from '../src/archive/records.ts'

/** Numbers or ids that are done, from the first to the last. */
export type Ranges = readonly (readonly [number, number])[]

/** An import as the server tells of it. */
export interface ImportProgress {
  import_id: number
  source: string
  counts: Partial<Record<ChapterName, { expected: number; imported: number }>>
  done: Partial<Record<ChapterName, Ranges>>
  files_done: Partial<Record<string, Ranges>>
  finished_at: number | null
  stopped_at: number | null
}

export const isDone = (ranges: Ranges | undefined, number: number): boolean =>
  ranges?.some(([first, last]) => number >= first && number <= last) ?? false
