import type { Bookmark } from '../sql/bookmarks'

/** An account that reads, and the session that learns of a change by its answer; null if none does. */
export interface OwnReads {
  readonly user_id: number
  readonly mark: string | null
}

/**
 * Whose reads from replicas must see a change once it is answered. `everyone`: it may take something from somebody. A list: only the
 * accounts that it is for, in their other sessions.
 */
export type Reach = 'everyone' | readonly OwnReads[]

/** The guards of far regions are told that nobody may read an older state than that of a commit. */
export interface RaisedFloors {
  /** Resolves when they know it, or after a moment: events wait so long. */
  readonly soon: Promise<void>
  /** Resolves when they know it, or when they let nobody read any more: answers wait so long. */
  readonly done: Promise<void>
}

/**
 * Raises the floors to the state after changes that were committed together; null: it is not known. Answers null if nobody reads
 * from a replica whom they concern.
 */
export type RaiseFloors = (bookmark: Bookmark | null, reaches: readonly Reach[]) => RaisedFloors | null
