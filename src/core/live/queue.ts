import type { Counters } from '../sql/ids'
import type { ShareIds } from '../turn/share-limits'
import type { PendingEntry } from './pending-events'

/** A client's options for its queue, which mean nothing to `core/`. */
export type QueueOptions = Readonly<Record<string, unknown>>

export interface NewQueue {
  readonly user_id: number
  /** The shares that the queue and the messages on its socket count towards. Several users may have one share. */
  readonly shares: ShareIds
  readonly options: QueueOptions
  readonly allPublicStreams: boolean
  /** It expires after this many seconds without a request. */
  readonly lifespan: number
}

/** An event queue in memory. */
export interface Queue extends NewQueue {
  readonly id: string
  /** The shares of the account at its last request. An action can change them, too (`Change.queueShares`). */
  shares: ShareIds
  /** The id at which the queue began. The client's initial state includes everything up to it. */
  base: number
  /** The highest acknowledged id; null: none yet. */
  acknowledged: number | null
  /** Events above this id are pending in memory. Those up to it must be read from the log. */
  pending_from: number
  pending: PendingEntry[]
  /** Characters of the pending entries. */
  size: number
  /** The highest id that was delivered at least once. Events above it may still be merged. */
  delivered: number
  /** Ids of pending events that were merged into a later one. If the client asks again, they are merged again. */
  joined: Set<number>
  /** UNIX time of the last request. */
  seen: number
  /** Counters when the client had last acknowledged everything. Rows that it has not seen have higher ids. */
  counters: Counters
  /** Size of the log when the client last acknowledged something new and had no events to read from the log. */
  logged: number
  /** Whether `base` is known. Until then the queue is not stored. */
  isSettled: boolean
  /** The value of `seen` that was last stored. */
  stored_seen: number
}

/** The stored part of an event queue. */
export interface StoredQueue extends NewQueue {
  readonly id: string
  base: number
  acknowledged: number | null
  counters: Counters
  /** See `Queue`. */
  logged: number
  /** UNIX time of the last request. */
  seen: number
}
