import type { Event } from '../base/product'
import type { Sql } from '../sql/sql'
import type { Entry, EventSubjects } from './event-log'
import type { Queue } from './queue'

/** What `core/` cannot know of events. */
export interface EventTable extends EventSubjects {
  /** Whether the queue is to be told. */
  wants(queue: Queue, entry: Entry): boolean
  /**
   * What a queue's client is sent, by ascending id. Entries whose id is above the queue's `delivered` were never sent and
   * may be merged, into the last of them; one entry may become several events if it takes as many ids.
   */
  shape(queue: Queue, entries: readonly Entry[]): WireEvent[]
  /** Events that stand in rows of their own, after one id and up to another; `complete_to`: how far the answer reaches. */
  retell(
    sql: Sql,
    queue: Queue,
    between: { realm_id: number; after: number; up_to: number },
  ): Promise<{ entries: Entry[]; complete_to: number }>
  /** What clients are told when a release of the server begins to work that is not the one before. */
  restart(env: Env): { release: string; event: Event }
}

export interface WireEvent {
  readonly id: number
  readonly type: string
}
