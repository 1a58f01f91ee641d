import type { Event } from '../base/product'
import type { Fragment, Sql } from '../sql/sql'
import type { Entry, EventSubjects, PersonalEvent } from './event-log'
import type { Queue } from './queue'

/** The product's rules for events, which `core/` does not know. */
export interface EventTable extends EventSubjects {
  /** Whether the queue gets the event. */
  wants(queue: Queue, event: Event): boolean
  /**
   * The events as the queue's client gets them, by ascending id. Events above the queue's `delivered` were never sent, and may be
   * merged into the last of them. One event may become several, if it has as many ids.
   */
  shape(queue: Queue, events: readonly PersonalEvent[]): WireEvent[]
  /** Reads events that rows of their own carry, after one id and up to another. The answer may end earlier: at `complete_to`. */
  retell(
    sql: Sql,
    queue: Queue,
    between: { realm_id: number; after: number; up_to: number },
  ): Promise<{ entries: Entry[]; complete_to: number }>
  /** Deletes the rows that carry such events up to an id: no queue can ask for them any more. */
  forget(realm_id: number, up_to: number): Fragment[]
  /** The event for all clients when another release of the server starts, and the name of that release. */
  restart(env: Env): { release: string; event: Event }
  /** The event for all clients when changes are refused until this UNIX time. Null: they go through again. */
  quota(until: number | null): Event
}

export interface WireEvent {
  readonly id: number
  readonly type: string
}
