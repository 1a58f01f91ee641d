import type { NewQueue } from '../live/queue'
import type { EventTable } from '../live/event-table'
import type { Actor } from '../base/product'
import type { JobTable } from '../jobs/jobs'
import type { Sql } from '../sql/sql'
import type { RequestFacts } from '../turn/call'
import type { Change, SystemTurn, Turn } from '../turn/change'
import type { Cached } from '../turn/query-cache'

// oxlint-disable-next-line typescript/no-explicit-any -- every action, whatever it takes
export type Action = (turn: Turn, input: any) => Promise<Change<unknown>>

// oxlint-disable-next-line typescript/no-explicit-any -- every action, whatever it takes
export type SystemAction = (turn: SystemTurn, input: any) => Promise<Change<unknown>>

/** Every way that data can change, and how the realm object learns who acts. */
export interface ActionTable {
  /** Resolves the credentials of a call to an account, or refuses with 401. */
  readonly identify: (turn: SystemTurn, call: { readonly name: string; readonly facts: RequestFacts }) => Promise<Actor>
  /** Whose share of what the realm may use an account's doing counts towards: an account and its bots have one together. */
  readonly shareOf: (actor: Actor) => number
  /** Need good credentials. */
  readonly actions: Record<string, Action>
  /** Those that end a danger or take something back: they are open also to who has used up their share of a day. */
  readonly safeguards: ReadonlySet<string>
  /** Need none, because they hand them out. */
  readonly systemActions: Record<string, SystemAction>
  /** The open action that is performed once a day; its result says whether it is `complete`. */
  readonly dailyAction: string
  /** The open action that begins what is due; its result says when something is due again: `next`, in UNIX seconds or null. */
  readonly dueAction: string
  readonly jobs: JobTable
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
  readonly cached: Cached
}

/** How clients begin to listen (register). */
export interface Registration {
  /** The queue that is asked for, or a refusal. */
  queue(turn: Turn, input: never): Promise<NewQueue>
  /** The state of everything, as far as it is asked for. */
  state(snapshot: Snapshot<never>): Promise<Record<string, unknown>>
}
