import type { Agenda } from './agenda'
import type { RequestFacts } from './call'
import type { ConnectionNote, NotedConnection } from './connection-note'
import type { Refusal } from '../base/errors'
import type { SharedUse } from './day-shares'
import type { ShareIds } from './share-limits'
import type { Ticket } from './tickets'
import type { Invalidation, Cached } from './query-cache'
import type { Actor, Event } from '../base/product'
import type { Fragment, Row, Sql } from '../sql/sql'
import type { UsageView } from '../usage/usage-view'

/** What an action of the realm itself is given: the time, reads, ids, limits. An action awaits nothing but `cached` and `sql`. */
export interface SystemTurn {
  /** UNIX time, seconds. */
  readonly now: number
  readonly realm_id: number
  readonly facts: Pick<RequestFacts, 'origin' | 'address' | 'client'>
  readonly env: Env
  /**
   * The answer of a query, from the query cache if it has one. The cache is never out of date, because nobody else writes this
   * realm and every change names what it `invalidates`.
   */
  readonly cached: Cached
  /** Reads from the database. The first one waits until all earlier changes are committed, so that it sees them. */
  readonly sql: Sql
  /** Takes the next id of a kind. Ids are in the order of commits. */
  readonly next: (counter: string) => number
  /** The id that `next` would give, without taking it. */
  readonly upcoming: (counter: string) => number
  /** From now on, `next` gives only ids above this one. */
  readonly skip: (counter: string, id: number) => void
  /** Counts attempts against limits. They count at once, even if the change fails. */
  readonly attempts: Attempts
  readonly jobs: {
    /** Whether a share, and the pool that it is in, may have one more job that can be left out. */
    hasRoom(shares: ShareIds): boolean
    /** Whether a job for this item of the agenda waits or runs. */
    has(agendaKey: string): boolean
  }
  /** What the realm is still to do at a time. */
  readonly agenda: Agenda
  /** Counts rows of the object's own storage for a share at once. Refuses with 429 when the share of the day is used up. */
  readonly charge: (shares: ShareIds, rows: number) => void
  /** Whether none of these shares of the day is used up yet, for work that no account asks for itself. */
  readonly hasShareLeft: (shares: ShareIds) => boolean
  /** What a share has used today. */
  readonly usedOf: (share: number) => SharedUse
  /** What the realm uses of the plan's quotas. */
  readonly usage: UsageView
  /** The users with event queues. An action need not work out costly events that nobody gets. */
  readonly listening: Listening
  /** The note of the connection on which the client asked; null if it asked over HTTP. */
  readonly connection: ConnectionNote | null
  /** The open connections that have a note. */
  readonly noted: () => readonly NotedConnection[]
}

/** What an action of an account is given. The credentials of the account were good. */
export interface Turn extends SystemTurn {
  readonly actor: Actor
}

/** How often something may be tried within a window of time. `turn/attempts.ts` says how it is counted. */
export interface AttemptLimit {
  readonly maxAttempts: number
  /** Length of the window, in seconds. */
  readonly seconds: number
  /** Counts in memory only, where it does no harm that an eviction clears the count. Each attempt writes a row less. */
  readonly inMemory?: true
}

/** Counts attempts. The counts survive an eviction of the object. */
export interface Attempts {
  /** Counts an attempt, or refuses with 429 when one of the limits is reached. */
  take(key: string, ...limits: readonly AttemptLimit[]): void
  /** Counts an attempt, or answers false when the limit is reached, for work that can be left out. */
  mayTake(key: string, limit: AttemptLimit): boolean
  /** How many attempts are counted now. */
  amountOf(key: string, limit: AttemptLimit): number
  /** Counts as many of these attempts as all the limits admit, and answers how many. */
  takeUpTo(amount: number, limits: readonly (readonly [key: string, limit: AttemptLimit])[]): number
}

/** An event and the users who get it (events). */
export interface OutgoingEvent {
  /** Ids of the users, each once. */
  readonly to: readonly number[] | ReadonlySet<number>
  readonly event: Event
  /** Fields that are different for some of the users, by user id. */
  readonly each?: Readonly<Record<number, Partial<Event>>>
  /** The event's id, if another row that the change writes carries the event. It is read again from that row, and not logged. */
  readonly id?: number
  /** The event's id, if it was taken before the change was complete (`inOrder` of event-log.ts). */
  readonly place?: number
  /** Number of ids that it needs, if some clients get it as several events. */
  readonly takes?: number
  /** It is in memory only: an event that interests nobody a minute later. */
  readonly ephemeral?: true
}

/** An event for these users. It costs nothing when there are none. */
export const tell = (to: OutgoingEvent['to'], event: Event, each?: OutgoingEvent['each']): OutgoingEvent => ({
  to,
  event,
  ...(each !== undefined && { each }),
})

/** An event for these users that is never stored: typing, presence. */
export const sendEphemeral = (to: OutgoingEvent['to'], event: Event): OutgoingEvent => ({ to, event, ephemeral: true })

/** Everything that an action decides to do. It is committed as a whole or not at all. */
export interface Change<R = Record<string, never>> {
  readonly writes: readonly Fragment[]
  readonly result: R
  /** Events for clients, which are sent in this order after the commit. */
  readonly events?: readonly OutgoingEvent[]
  /** Characters of a row that the change writes only so that queues can read events again. It counts as a row of the log. */
  readonly logs?: number
  /** Ids of the things that the change deletes, such as messages: pending and logged events lose their text (`EventSubjects`). */
  readonly erases?: readonly number[]
  /** Work outside of the database, which begins after the commit. The caller does not wait for it. */
  readonly jobs?: readonly Job[]
  /** When the `dueAction` gets something to do by this change, in UNIX seconds. */
  readonly wakesAt?: number
  /** Actions of the realm itself that come after the commit. If the object is lost before, they never come. */
  readonly followUps?: readonly FollowUp[]
  /** An input for a system action, which does the same for many accounts in one commit. The caller is answered after that commit. */
  readonly gathers?: GatheredInput
  /**
   * Users whose queues end, and the refusal that their open connections get; null: their clients register again. `all`: the queues of
   * the whole realm.
   */
  readonly endsQueues?: { readonly users: readonly number[] | 'all'; readonly refusal: Refusal | null }
  /** Marks of sessions that end, and the refusal that the connections which they opened get. Queues stay. */
  readonly endsSessions?: { readonly marks: readonly string[]; readonly refusal: Refusal }
  /** Users whose queues count towards another share from now on: that share by user id. */
  readonly queueShares?: ReadonlyMap<number, number>
  /** A ticket that is good from now on (`newTicket`). */
  readonly issuesTicket?: Ticket
  /**
   * The shares of the day that the change counts towards. Without them, an account's action counts towards the account's own shares, and
   * a system action towards none. With them, the action has checked the shares by itself.
   */
  readonly shares?: ShareIds
  /**
   * The part of the change that counts towards other shares, for what one account sets off and another one makes larger. The rest
   * counts towards `shares`.
   */
  readonly sharedCost?: { readonly shares: ShareIds; readonly rows: number; readonly bytes: number }
  /** About how many rows the change writes, where they are one for each of the people or messages that the request names. */
  readonly rows?: number
  /**
   * The token that one of the written rows carries, by which the commit can be recognized. Only for changes that delete no such
   * row. Without it, or if the change gives out other ids, the commit writes a row of its own.
   */
  readonly carries?: TokenWithIds
  /** The row that the change inserts, which a batch can insert together with the rows of other changes. */
  readonly batchRow?: BatchRow
  /** Users who asked for what a system action does. Their reads from replicas see it once they have the answer. */
  readonly askedBy?: readonly number[]
  /** Cached answers that the change makes wrong. No other action decides until the change is committed. */
  readonly invalidates?: readonly Invalidation[]
  /**
   * A check of many rows inside the same transaction, so that it costs no round trip. `verify` throws the refusal. The writes must
   * do nothing in that case.
   */
  readonly precondition?: {
    readonly query: Fragment
    /** True where `verify` does not refuse. The rows of events and jobs are written under this condition. */
    readonly condition: Fragment
    verify(rows: Row[]): void
  }
}

/** An input that waits for a system action, together with the inputs of other accounts. */
export interface GatheredInput {
  /** Name of the system action. Its input is the list of all the inputs, and its result has an `Outcome` for each of them. */
  readonly name: string
  readonly input: unknown
  /** The rows of the commit are counted for the accounts in proportion to these weights. */
  readonly weight: number
  /** Seconds between two commits: the input may have to wait for so long. 0: it is committed at once, with all inputs that wait. */
  readonly every: number
}

/** What became of a gathered input: its refusal, or null if it was accepted. */
export type Outcome = Refusal | null

/** The fencing token in a row, and the last id of each kind that the row's change gave out. */
export interface TokenWithIds {
  readonly token: number
  readonly ids: Readonly<Record<string, number>>
}

/**
 * A row, and two ways to insert it. Each statement of a batch takes longer than a row, so a batch inserts the rows of neighbouring
 * changes with the statements of `insertAll`, if these changes write nothing else. Changes have the same function then.
 */
export interface BatchRow {
  readonly row: unknown
  /** The change's own writes that insert the row. */
  readonly inserts: readonly Fragment[]
  /** Takes the rows of all these changes. */
  readonly insertAll: (rows: readonly never[]) => readonly Fragment[]
}

/** A fencing token for a row. It has 31 bits, because SQLite stores larger numbers in six bytes instead of four. */
export const newCarriedToken = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1

/** An action of the realm itself that comes later. */
export interface FollowUp {
  /** Name of the system action. */
  readonly name: string
  readonly input: unknown
  /** Seconds after the commit. The object stays awake until then. */
  readonly after: number
}

/** A part of a change. */
export type Step = Pick<
  Change,
  'writes' | 'events' | 'erases' | 'invalidates' | 'jobs' | 'endsSessions' | 'queueShares'
>

/** Joins parts of a change; null is an empty part. */
export function joinSteps(...steps: readonly (Step | null)[]): Step {
  const givenSteps = steps.filter((step) => step !== null)
  const invalidates = givenSteps.flatMap((step) => step.invalidates ?? [])
  const jobs = givenSteps.flatMap((step) => step.jobs ?? [])
  const erases = givenSteps.flatMap((step) => step.erases ?? [])
  const endedSessions = givenSteps.flatMap((step) => step.endsSessions ?? [])
  const queueShares = new Map(givenSteps.flatMap((step) => [...(step.queueShares ?? [])]))
  return {
    writes: givenSteps.flatMap(({ writes }) => writes),
    events: givenSteps.flatMap(({ events = [] }) => events),
    // Without `invalidates`, other actions may decide before the commit.
    ...(invalidates.length > 0 && { invalidates }),
    ...(jobs.length > 0 && { jobs }),
    ...(erases.length > 0 && { erases }),
    ...(queueShares.size > 0 && { queueShares }),
    ...(endedSessions.length > 0 && {
      endsSessions: { marks: endedSessions.flatMap(({ marks }) => marks), refusal: endedSessions[0]!.refusal },
    }),
  }
}

/** Work outside of the database: calling another server, writing a file. */
export interface Job {
  /** Key of the `JobTable`. */
  readonly kind: string
  /** Everything that the work needs, as JSON. */
  readonly payload: unknown
  /**
   * Key of the item of the agenda that records the work. Such a job has no row: if the object is lost, the item is still there, and
   * the `dueAction` begins the job again. The action that is told of the outcome changes or deletes the item.
   */
  readonly agendaKey?: string
}

/** The users who have event queues. */
export interface Listening {
  has(user_id: number): boolean
  users(): number[]
  /** Users with a queue that also gets messages of public streams to which they are not subscribed. */
  allPublicStreams(): readonly number[]
}
