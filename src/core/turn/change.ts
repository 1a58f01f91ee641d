import type { RequestFacts } from '../http/endpoint'
import type { Errand, ErrandTable } from '../jobs/jobs'
import type { Refusal } from '../base/errors'
import type { Known, Query, Json } from './query-cache'
import type { EventTable } from '../live/delivery'
import type { Listening, NewQueue } from '../live/queues'
import type { Actor, Event } from '../base/product'
import type { Fragment, Row, Sql } from '../sql/sql'
import type { Tickets } from './tickets'

/** What an action is given: who acts, when, and what the realm object knows. Nothing else may be awaited. */
export interface OpenTurn {
  /** UNIX time, seconds. */
  readonly now: number
  readonly realm_id: number
  readonly facts: Pick<RequestFacts, 'origin' | 'address' | 'client'>
  readonly env: Env
  /**
   * The answer of a query, kept in memory from one turn to the next; true because nobody else writes this realm and
   * every change says what it `alters`.
   */
  readonly known: Known
  /** Reads that must see every earlier change: the first one waits until all of them are committed. */
  readonly sql: Sql
  /** The next id of a kind. Ids are handed out in the order of commit and never again. */
  readonly next: (counter: string) => number
  /** The id that `next` would give: above every id given so far. */
  readonly upcoming: (counter: string) => number
  /** Counts attempts that must not be made too often; see `core/attempts.ts`. */
  readonly attempts: Attempts
  readonly tickets: Tickets
  /** Whether there is room for one more errand of an account's, among those that may be left out. */
  readonly errands: { hasRoom(owner: number): boolean }
  /** Counts rows of the object's own storage that are written for a share; refuses with 429 what is too much for a day. */
  readonly charge: (share: number, rows: number) => void
  /** Who has an event queue, for events that would be costly to work out for nobody. */
  readonly listening: Listening
}

/** A turn of somebody whose credentials were good. */
export interface Turn extends OpenTurn {
  readonly actor: Actor
}

/** How often something may be tried; see `core/attempts.ts` for how exactly it is counted. */
export interface AttemptLimit {
  readonly most: number
  /** How long the window is. */
  readonly seconds: number
  /** Counted in memory only, where starting anew after an eviction does no harm: that saves a written row each time. */
  readonly fleeting?: true
}

/** How often something was tried lately, remembered even when the object that counts is evicted. */
export interface Attempts {
  /** Counts one more attempt, or refuses with 429 where one of the limits is reached. */
  take(key: string, ...limits: readonly AttemptLimit[]): void
  /** Counts one more if there may be one, for what is not refused but left undone. */
  mayTake(key: string, limit: AttemptLimit): boolean
}

/** Something known that a change makes untrue: one answer of a query, or all of them. */
export interface Altered {
  readonly query: Query<never, unknown>
  readonly args: readonly Json[] | 'any'
}

export function about<A extends Json[]>(query: Query<A, unknown>, ...args: A): Altered {
  return { query, args }
}

/** For changes that touch more answers than are worth naming. */
export function aboutAll<A extends Json[]>(query: Query<A, unknown>): Altered {
  return { query, args: 'any' }
}

/** Something that happened, and who is told of it (events). */
export interface Told {
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
  readonly fleeting?: true
}

/** Tells people of something; an event that nobody is told of costs nothing. */
export const tell = (to: Told['to'], event: Event, each?: Told['each']): Told => ({
  to,
  event,
  ...(each !== undefined && { each }),
})

/** As `tell`, for what is kept in memory only: typing, presence. */
export const whisper = (to: Told['to'], event: Event): Told => ({ to, event, fleeting: true })

/** All that a turn does, decided before any of it happens; committed as one piece or not at all. */
export interface Change<R = Record<string, never>> {
  readonly writes: readonly Fragment[]
  readonly result: R
  /** What clients are told once the change is committed, in this order. */
  readonly events?: readonly Told[]
  /** Ids of what this change deletes: text of it that is still to be told goes with it. */
  readonly erases?: readonly number[]
  /** What is to be done outside of the database once the change is committed; nobody waits for it. */
  readonly errands?: readonly Errand[]
  /** When the `dueAction` has something to do because of this change, in UNIX seconds. */
  readonly wakesAt?: number
  /** Users who may not listen any more, with what their open requests are told; `all`: nobody in this realm may. */
  readonly silences?: { readonly users: readonly number[] | 'all'; readonly refusal: Refusal }
  /** Users whose open connections end, with what these are told: their credentials are not good any more. Queues stay. */
  readonly disconnects?: { readonly users: readonly number[]; readonly refusal: Refusal }
  /** What is no longer as the realm object knows it. No later turn decides anything until this change is committed. */
  readonly alters?: readonly Altered[]
  /**
   * A question answered inside the same transaction, so that a check on many rows does not cost a round trip of its
   * own. `judge` throws the refusal; the writes must do nothing whenever it would.
   */
  readonly check?: {
    readonly ask: Fragment
    /** Holds unless `judge` refuses: events are kept under the same condition as the writes take effect. */
    readonly holds: Fragment
    judge(rows: Row[]): void
  }
}

/** A part of a change, which other parts come beside. */
export type Step = Pick<Change, 'writes' | 'events' | 'erases' | 'alters' | 'errands'>

/** Several parts as one; nothing in a part that is null. */
export function together(...steps: readonly (Step | null)[]): Step {
  const present = steps.filter((step) => step !== null)
  const alters = present.flatMap((step) => step.alters ?? [])
  const errands = present.flatMap((step) => step.errands ?? [])
  const erases = present.flatMap((step) => step.erases ?? [])
  return {
    writes: present.flatMap(({ writes }) => writes),
    events: present.flatMap(({ events = [] }) => events),
    // A change that alters nothing known lets others decide beside it.
    ...(alters.length > 0 && { alters }),
    ...(errands.length > 0 && { errands }),
    ...(erases.length > 0 && { erases }),
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- every action, whatever it takes
export type Action = (turn: Turn, input: any) => Promise<Change<unknown>>

// oxlint-disable-next-line typescript/no-explicit-any -- every action, whatever it takes
export type OpenAction = (turn: OpenTurn, input: any) => Promise<Change<unknown>>

/** Every way that data can change, and how the realm object learns who acts. */
export interface ActionTable {
  /** Resolves the credentials of a call to an account, or refuses with 401. */
  readonly identify: (turn: OpenTurn, call: { readonly name: string; readonly facts: RequestFacts }) => Promise<Actor>
  /** Whose share of what the realm may use an account's doing counts towards: an account and its bots have one together. */
  readonly shareOf: (actor: Actor) => number
  /** Need good credentials. */
  readonly actions: Record<string, Action>
  /** Those that end a danger or take something back: they are open also to who has used up their share of a day. */
  readonly safeguards: ReadonlySet<string>
  /** Need none, because they hand them out. */
  readonly openActions: Record<string, OpenAction>
  /** The open action that is performed once a day; its result says whether it is `complete`. */
  readonly dailyAction: string
  /** The open action that begins what is due; its result says when something is due again: `next`, in UNIX seconds or null. */
  readonly dueAction: string
  readonly errands: ErrandTable
  readonly events: EventTable
  readonly register: Registration
}

/** What somebody is given who begins to listen. */
export interface Snapshot<I = unknown> {
  readonly actor: Actor
  readonly input: I
  readonly now: number
  readonly env: Env
  readonly facts: Pick<RequestFacts, 'origin'>
  /** All reads share one transaction, so they must all be asked for before any is awaited. */
  readonly sql: Sql
  /**
   * What the realm object knows, and where it knows nothing, what the same transaction tells. Only for what is in no row
   * yet: of everything else the rows are the truth.
   */
  readonly known: Known
}

/** How clients begin to listen (register). */
export interface Registration {
  /** The queue that is asked for, or a refusal. */
  queue(turn: Turn, input: never): Promise<NewQueue>
  /** The state of everything, as far as it is asked for. */
  state(snapshot: Snapshot<never>): Promise<Record<string, unknown>>
}
