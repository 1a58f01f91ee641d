import type { RequestFacts } from './call'
import type { Refusal } from '../base/errors'
import type { Invalidation, Cached } from './query-cache'
import type { Actor, Event } from '../base/product'
import type { Fragment, Row, Sql } from '../sql/sql'

/** What an action is given: who acts, when, and what the realm object knows. Nothing else may be awaited. */
export interface SystemTurn {
  /** UNIX time, seconds. */
  readonly now: number
  readonly realm_id: number
  readonly facts: Pick<RequestFacts, 'origin' | 'address' | 'client'>
  readonly env: Env
  /**
   * The answer of a query, kept in memory from one turn to the next; true because nobody else writes this realm and
   * every change says what it `invalidates`.
   */
  readonly cached: Cached
  /** Reads that must see every earlier change: the first one waits until all of them are committed. */
  readonly sql: Sql
  /** The next id of a kind. Ids are handed out in the order of commit and never again. */
  readonly next: (counter: string) => number
  /** The id that `next` would give: above every id given so far. */
  readonly upcoming: (counter: string) => number
  /** Counts attempts that must not be made too often; see `core/attempts.ts`. */
  readonly attempts: Attempts
  /** Whether there is room for one more job of an account's, among those that may be left out. */
  readonly jobs: { hasRoom(owner: number): boolean }
  /** Counts rows of the object's own storage that are written for a share; refuses with 429 what is too much for a day. */
  readonly charge: (share: number, rows: number) => void
  /** Whether more may be written today for a share: for work that is left undone otherwise. */
  readonly hasShareLeft: (share: number) => boolean
  /** Who has an event queue, for events that would be costly to work out for nobody. */
  readonly listening: Listening
}

/** A turn of somebody whose credentials were good. */
export interface Turn extends SystemTurn {
  readonly actor: Actor
}

/** How often something may be tried; see `core/attempts.ts` for how exactly it is counted. */
export interface AttemptLimit {
  readonly most: number
  /** How long the window is. */
  readonly seconds: number
  /** Counted in memory only, where starting anew after an eviction does no harm: that saves a written row each time. */
  readonly inMemory?: true
}

/** How often something was tried lately, remembered even when the object that counts is evicted. */
export interface Attempts {
  /** Counts one more attempt, or refuses with 429 where one of the limits is reached. */
  take(key: string, ...limits: readonly AttemptLimit[]): void
  /** Counts one more if there may be one, for what is not refused but left undone. */
  mayTake(key: string, limit: AttemptLimit): boolean
}

/** Something that happened, and who is told of it (events). */
export interface OutgoingEvent {
  /** Ids of users; each once. */
  readonly to: readonly number[] | ReadonlySet<number>
  readonly event: Event
  /** Fields that read otherwise for some of them: by user id. */
  readonly each?: Readonly<Record<number, Partial<Event>>>
  /** Given when a row that the change writes carries this event id, and the event can be told again from there. */
  readonly id?: number
  /** Its id, taken before the change was complete; see `inOrder` of event-log.ts. */
  readonly place?: number
  /** How many ids it takes, when some clients are told of it piece by piece. */
  readonly takes?: number
  /** Lost when the realm object is: what is of no interest a minute later. */
  readonly ephemeral?: true
}

/** Tells people of something; an event that nobody is told of costs nothing. */
export const tell = (to: OutgoingEvent['to'], event: Event, each?: OutgoingEvent['each']): OutgoingEvent => ({
  to,
  event,
  ...(each !== undefined && { each }),
})

/** As `tell`, for what is kept in memory only: typing, presence. */
export const sendEphemeral = (to: OutgoingEvent['to'], event: Event): OutgoingEvent => ({ to, event, ephemeral: true })

/** All that a turn does, decided before any of it happens; committed as one piece or not at all. */
export interface Change<R = Record<string, never>> {
  readonly writes: readonly Fragment[]
  readonly result: R
  /** What clients are told once the change is committed, in this order. */
  readonly events?: readonly OutgoingEvent[]
  /** Ids of what this change deletes: text of it that is still to be told goes with it. */
  readonly erases?: readonly number[]
  /** What is to be done outside of the database once the change is committed; nobody waits for it. */
  readonly jobs?: readonly Job[]
  /** When the `dueAction` has something to do because of this change, in UNIX seconds. */
  readonly wakesAt?: number
  /** Users who may not listen any more, with what their open requests are told; `all`: nobody in this realm may. */
  readonly endsQueues?: { readonly users: readonly number[] | 'all'; readonly refusal: Refusal }
  /** Users whose open connections end, with what these are told: their credentials are not good any more. Queues stay. */
  readonly disconnects?: { readonly users: readonly number[]; readonly refusal: Refusal }
  /** Users whose tickets end. */
  readonly revokesTickets?: readonly number[]
  /** A ticket that is good from now on (`newTicket`). */
  readonly issuesTicket?: string
  /**
   * The share of the day that the change counts towards. An account's own actions need not say it: they count towards the
   * share of the account.
   */
  readonly share?: number
  /** What is no longer as the realm object knows it. No later turn decides anything until this change is committed. */
  readonly invalidates?: readonly Invalidation[]
  /**
   * A question answered inside the same transaction, so that a check on many rows does not cost a round trip of its
   * own. `judge` throws the refusal; the writes must do nothing whenever it would.
   */
  readonly precondition?: {
    readonly query: Fragment
    /** Holds unless `judge` refuses: events are kept under the same condition as the writes take effect. */
    readonly condition: Fragment
    verify(rows: Row[]): void
  }
}

/** A part of a change, which other parts come beside. */
export type Step = Pick<Change, 'writes' | 'events' | 'erases' | 'invalidates' | 'jobs'>

/** Several parts as one; nothing in a part that is null. */
export function together(...steps: readonly (Step | null)[]): Step {
  const present = steps.filter((step) => step !== null)
  const invalidates = present.flatMap((step) => step.invalidates ?? [])
  const jobs = present.flatMap((step) => step.jobs ?? [])
  const erases = present.flatMap((step) => step.erases ?? [])
  return {
    writes: present.flatMap(({ writes }) => writes),
    events: present.flatMap(({ events = [] }) => events),
    // A change that invalidates nothing known lets others decide beside it.
    ...(invalidates.length > 0 && { invalidates }),
    ...(jobs.length > 0 && { jobs }),
    ...(erases.length > 0 && { erases }),
  }
}

/** Work outside of the database that a change asks for: another server is called, a file is written. */
export interface Job {
  /** What the `ErrandTable` calls it. */
  readonly kind: string
  /** All that is needed to do it, as JSON. */
  readonly payload: unknown
}

/** Who has an event queue: events that would be costly to work out need not be worked out for nobody. */
export interface Listening {
  has(user_id: number): boolean
  users(): number[]
  /** Users with a queue that also wants what is not addressed to them. */
  allPublicStreams(): readonly number[]
}
