import type { RequestFacts } from './endpoint'
import type { Known, Query, Json } from './memory'
import type { Actor } from './register'
import type { Fragment, Row, Sql } from './sql'

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
}

/** A turn of somebody whose credentials were good. */
export interface Turn extends OpenTurn {
  readonly actor: Actor
}

/** How often something was tried lately, remembered even when the realm object is evicted. */
export interface Attempts {
  /** Refuses with 429 once `limit` attempts were recorded under the key within `seconds`. */
  guard(key: string, limit: number, seconds: number): void
  record(key: string): void
  clear(key: string): void
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

/** All that a turn does, decided before any of it happens; committed as one piece or not at all. */
export interface Change<R = Record<string, never>> {
  readonly writes: readonly Fragment[]
  readonly result: R
  /** What is no longer as the realm object knows it. No later turn decides anything until this change is committed. */
  readonly alters?: readonly Altered[]
  /**
   * A question answered inside the same transaction, so that a check on many rows does not cost a round trip of its
   * own. `judge` throws the refusal; the writes must do nothing whenever it would.
   */
  readonly check?: {
    readonly ask: Fragment
    judge(rows: Row[]): void
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
  /** Need good credentials. */
  readonly actions: Record<string, Action>
  /** Need none, because they hand them out. */
  readonly openActions: Record<string, OpenAction>
}
