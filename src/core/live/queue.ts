import type { Counters } from '../sql/ids'
import type { PendingEntry } from './pending-events'

/** What a client asked of its queue; `core/` looks at none of it. */
export type QueueOptions = Readonly<Record<string, unknown>>

export interface NewQueue {
  readonly user_id: number
  /** Whose share of queues and of words on sockets it uses up: several users may share one. */
  readonly share: number
  readonly options: QueueOptions
  readonly allPublicStreams: boolean
  /** Seconds without a request after which it expires. */
  readonly lifespan: number
}

/** An event queue, as it is in memory. */
export interface Queue extends NewQueue {
  readonly id: string
  /** The client knows everything up to here, acknowledged or not: it was so when the queue began. */
  base: number
  /** The highest id that the client acknowledged; null: none yet. */
  acknowledged: number | null
  /** Everything above this id that is for the queue is pending; what lies below must be read from the log. */
  pending_from: number
  pending: PendingEntry[]
  /** Characters of what is pending. */
  size: number
  /** The highest id that was delivered at least once: from there on, entries may still be merged. */
  delivered: number
  /** Ids of pending entries that were delivered as a part of a later one, and are so again. */
  joined: Set<number>
  /** UNIX time of the last request. */
  seen: number
  /** Ids given out by the time at which everything was acknowledged: what came later has higher ones. */
  counters: Counters
  /** Size of the log when the client last acknowledged all of it but what is pending in memory. */
  logged: number
  /** Whether it is settled where it begins; until then it is not written down. */
  isSettled: boolean
  stored_seen: number
}

/** What is written down of an event queue. */
export interface StoredQueue extends NewQueue {
  readonly id: string
  base: number
  acknowledged: number | null
  counters: Counters
  /** Size of the log when the client had nearly all of it; see `Queue`. */
  logged: number
  /** UNIX time of the last request. */
  seen: number
}
