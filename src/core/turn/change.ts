import type { RequestFacts } from './call'
import type { ConnectionNote, NotedConnection } from './connection-note'
import type { Refusal } from '../base/errors'
import type { ShareIds } from './day-shares'
import type { Ticket } from './tickets'
import type { Invalidation, Cached } from './query-cache'
import type { Actor, Event } from '../base/product'
import type { Fragment, Row, Sql } from '../sql/sql'
import type { UsageView } from '../usage/usage-view'

/** The input of an action of the realm itself: the time, reads, ids, and limits. An action awaits only `cached` and `sql`. */
export interface SystemTurn {
  /** UNIX time, seconds. */
  readonly now: number
  readonly realm_id: number
  readonly facts: Pick<RequestFacts, 'origin' | 'address' | 'client'>
  readonly env: Env
  /**
   * The answer of a query, from the query cache if it is there. It is true, because nobody else writes this realm and every
   * change names what it `invalidates`.
   */
  readonly cached: Cached
  /** Reads from the database. The first one waits until all earlier changes are committed, so that it sees them. */
  readonly sql: Sql
  /** Takes the next id of a kind. Ids are in the order of commits. */
  readonly next: (counter: string) => number
  /** The id that `next` would give, without taking it. */
  readonly upcoming: (counter: string) => number
  /** Limits of attempts. They are counted at once, also when the change fails. */
  readonly attempts: Attempts
  /** Whether a share, and the pool that it is in, may have one more job that can be left out. */
  readonly jobs: { hasRoom(shares: ShareIds): boolean }
  /** Counts rows of the object's own storage for a share at once, or refuses with 429 when the share of the day is used up. */
  readonly charge: (shares: ShareIds, rows: number) => void
  /** Whether a share of the day is not used up yet, for work that is left undone otherwise. */
  readonly hasShareLeft: (share: number) => boolean
  /** What the realm uses of the plan's quotas. */
  readonly usage: UsageView
  /** Users with event queues: an action need not work out costly events for nobody. */
  readonly listening: Listening
  /** The note of the connection on which the client asked; null if it asked on none. */
  readonly connection: ConnectionNote | null
  /** The open connections that have a note. */
  readonly noted: () => readonly NotedConnection[]
}

/** The input of an action: a turn of an account whose credentials were good. */
export interface Turn extends SystemTurn {
  readonly actor: Actor
}

/** How often something may be tried. `turn/attempts.ts` says how exactly it is counted. */
export interface AttemptLimit {
  readonly most: number
  /** Length of the window. */
  readonly seconds: number
  /** Counted in memory only, where it does no harm that an eviction clears the count. This saves a written row each time. */
  readonly inMemory?: true
}

/** Counts attempts, beyond an eviction of the object. */
export interface Attempts {
  /** Counts an attempt, or refuses with 429 when one of the limits is reached. */
  take(key: string, ...limits: readonly AttemptLimit[]): void
  /** Counts an attempt, or answers false when the limit is reached: for work that is left undone, not refused. */
  mayTake(key: string, limit: AttemptLimit): boolean
  /** Counts as many attempts as all of these limits leave room for, and answers how many. */
  takeUpTo(amount: number, limits: readonly (readonly [key: string, limit: AttemptLimit])[]): number
}

/** An event and the users who get it (events). */
export interface OutgoingEvent {
  /** Ids of users; each once. */
  readonly to: readonly number[] | ReadonlySet<number>
  readonly event: Event
  /** Fields that differ for some of the users, by user id. */
  readonly each?: Readonly<Record<number, Partial<Event>>>
  /** The event's id, when a row that the change writes carries it: the event is read again from that row, not from the log. */
  readonly id?: number
  /** The event's id, taken before the change was complete; see `inOrder` of event-log.ts. */
  readonly place?: number
  /** Number of ids, when some clients get it as several events. */
  readonly takes?: number
  /** Kept in memory only: an event that interests nobody a minute later. */
  readonly ephemeral?: true
}

/** An event for these users. It costs nothing when there are none. */
export const tell = (to: OutgoingEvent['to'], event: Event, each?: OutgoingEvent['each']): OutgoingEvent => ({
  to,
  event,
  ...(each !== undefined && { each }),
})

/** An event for these users that is kept in memory only: typing, presence. */
export const sendEphemeral = (to: OutgoingEvent['to'], event: Event): OutgoingEvent => ({ to, event, ephemeral: true })

/** Everything that an action decides to do; committed as a whole or not at all. */
export interface Change<R = Record<string, never>> {
  readonly writes: readonly Fragment[]
  readonly result: R
  /** Events for clients, sent in this order after the commit. */
  readonly events?: readonly OutgoingEvent[]
  /** Characters of a row that the change writes to keep events for queues alone: it counts as one of the log. */
  readonly logs?: number
  /** Ids of subjects of events that the change deletes (`EventSubjects`): pending and logged events lose their text. */
  readonly erases?: readonly number[]
  /** Work outside of the database, which begins after the commit. The caller does not wait for it. */
  readonly jobs?: readonly Job[]
  /** Time at which the change gives the `dueAction` something to do, in UNIX seconds. */
  readonly wakesAt?: number
  /** Actions of the realm itself, some time after the commit. They are forgotten if the object is lost meanwhile. */
  readonly followUps?: readonly FollowUp[]
  /** What the action leaves to a system action, which does the same for many accounts in one commit. Answered after that commit. */
  readonly gathers?: Gathers
  /** Users whose queues end, and the refusal for their open connections; `all`: the queues of the whole realm. */
  readonly endsQueues?: { readonly users: readonly number[] | 'all'; readonly refusal: Refusal }
  /** Marks of sessions that end, and the refusal for the connections that they opened. Queues stay. */
  readonly endsSessions?: { readonly marks: readonly string[]; readonly refusal: Refusal }
  /** Ids of users whose queues count towards another share from now on, each with that share. */
  readonly queueShares?: ReadonlyMap<number, number>
  /** A ticket that is good from now on (`newTicket`). */
  readonly issuesTicket?: Ticket
  /**
   * The share of the day that the change counts towards. An account's own actions need not say it: they count towards the
   * share of the account.
   */
  readonly share?: number
  /**
   * What of the change counts towards another share than `share`, which is charged the rest: for what one account sets off and
   * another one makes larger.
   */
  readonly sharedCost?: { readonly share: number; readonly rows: number; readonly bytes: number }
  /** About how many rows it writes for people or messages that the request names, where they may be hundreds. */
  readonly rows?: number
  /**
   * What a row that the change writes carries, so that the commit is told by it. Only where the change deletes none of such
   * rows. Without it, or when the change gives out other ids, the commit writes a row of its own.
   */
  readonly carries?: Carried
  /** Cached answers that the change makes wrong. No other action decides until this change is committed. */
  readonly invalidates?: readonly Invalidation[]
  /**
   * A check on many rows inside the same transaction, without a round trip of its own. `verify` throws the refusal. The
   * writes must do nothing where it does.
   */
  readonly precondition?: {
    readonly query: Fragment
    /** Holds where `verify` does not refuse: the rows of events and jobs are written under this condition. */
    readonly condition: Fragment
    verify(rows: Row[]): void
  }
}

/** An input for a system action that takes those of many accounts at once. */
export interface Gathers {
  /** Name of the system action. Its input is the list of the inputs; its result, an `Outcome` for each. */
  readonly name: string
  readonly input: unknown
  /** How much of the commit it is. The rows are counted for the accounts in this proportion. */
  readonly weight: number
  /** Least seconds between two commits, for which the input may have to wait; 0: it is committed at once, with all that wait. */
  readonly every: number
}

/** What became of an input that was gathered: its refusal; null: it was taken. */
export type Outcome = Refusal | null

/** The fencing token that a row carries, and its ids: the last ones of each kind that its change gave out. */
export interface Carried {
  readonly token: number
  readonly ids: Readonly<Record<string, number>>
}

/** A fencing token for a row. */
export const newCarriedToken = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!

/** An action of the realm itself that comes later. */
export interface FollowUp {
  /** Name of the system action. */
  readonly name: string
  readonly input: unknown
  /** Seconds from the commit. The object stays awake until then. */
  readonly after: number
}

/** A part of a change. */
export type Step = Pick<
  Change,
  'writes' | 'events' | 'erases' | 'invalidates' | 'jobs' | 'endsSessions' | 'queueShares'
>

/** Joins parts of a change; null is an empty part. */
export function together(...steps: readonly (Step | null)[]): Step {
  const present = steps.filter((step) => step !== null)
  const invalidates = present.flatMap((step) => step.invalidates ?? [])
  const jobs = present.flatMap((step) => step.jobs ?? [])
  const erases = present.flatMap((step) => step.erases ?? [])
  const ending = present.flatMap((step) => step.endsSessions ?? [])
  const queueShares = new Map(present.flatMap((step) => [...(step.queueShares ?? [])]))
  return {
    writes: present.flatMap(({ writes }) => writes),
    events: present.flatMap(({ events = [] }) => events),
    // Without `invalidates`, other actions may decide before the commit.
    ...(invalidates.length > 0 && { invalidates }),
    ...(jobs.length > 0 && { jobs }),
    ...(erases.length > 0 && { erases }),
    ...(queueShares.size > 0 && { queueShares }),
    ...(ending.length > 0 && {
      endsSessions: { marks: ending.flatMap(({ marks }) => marks), refusal: ending[0]!.refusal },
    }),
  }
}

/** Work outside of the database: a call of another server, a file. */
export interface Job {
  /** Key of the `JobTable`. */
  readonly kind: string
  /** Everything that the work needs, as JSON. */
  readonly payload: unknown
}

/** The users who have event queues. */
export interface Listening {
  has(user_id: number): boolean
  users(): number[]
  /** Users with a queue that also brings messages of public streams that they are not subscribed to. */
  allPublicStreams(): readonly number[]
}
