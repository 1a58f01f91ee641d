import type { Counters } from '../sql/ids'
import type { ShareIds } from '../turn/day-shares'
import type { PendingEntry } from './pending-events'

/** Options of a queue from its client, opaque for `core/`. */
export type QueueOptions = Readonly<Record<string, unknown>>

export interface NewQueue {
  readonly user_id: number
  /** The share that it and the messages on its socket count towards, and the pool that it is in; several users may have one share. */
  readonly shares: ShareIds
  readonly options: QueueOptions
  readonly allPublicStreams: boolean
  /** Seconds without a request after which it expires. */
  readonly lifespan: number
}

/** An event queue in memory. */
export interface Queue extends NewQueue {
  readonly id: string
  /** Those of the account when it last asked. They change with the account (`Change.queueShares`). */
  shares: ShareIds
  /** The id that the queue began at: the client's initial state includes everything up to it. */
  base: number
  /** The highest acknowledged id; null: none yet. */
  acknowledged: number | null
  /** Events of the queue above this id are pending in memory. Those below must be read from the log. */
  pending_from: number
  pending: PendingEntry[]
  /** Characters of the pending entries. */
  size: number
  /** The highest id that was delivered at least once. Entries above it may still be merged. */
  delivered: number
  /** Ids of pending entries that were merged into a later one, and are merged again when the client asks again. */
  joined: Set<number>
  /** UNIX time of the last request. */
  seen: number
  /** Counters when everything was acknowledged: later rows have higher ids. */
  counters: Counters
  /** Size of the log when the client last acknowledged something new and lacked nothing but the pending entries. */
  logged: number
  /** Whether `base` is settled. Until then the queue is not stored. */
  isSettled: boolean
  /** The stored value of `seen`, which lags behind. */
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
