import { beforeFirstId, type Counters } from '../sql/ids'
import { fragment, type Database, type Fragment, type Row, type Sql } from '../sql/sql'
import type { Carried } from '../turn/change'

/**
 * Fencing tokens of the latest batches, oldest first. Each batch adds a token of its own to those that it expects to find, and
 * fails as a whole when it finds others. So the tokens tell whether a batch took effect, and a late batch of a dead object
 * cannot take effect once another object has gone on.
 */
export type CommitTokens = readonly string[]

/** Batches whose tokens the database keeps. */
const mostTokens = 64

/** The newest rows of the trail that are read. */
const mostCarried = 16

/**
 * Rows that carry the token of their batch (`Carried`), so that their batch need not write the commit state. The trail are
 * those whose ids are above the counters of the commit state: `carried` as JSON, newest first. None of them may be deleted by
 * a batch that does not write the commit state, for the tokens move there then.
 */
export type Trail = (after: { realm_id: number; counters: Fragment; most: number }) => Fragment

/** What a batch has to find as the last one left it. */
export interface Basis {
  /** Tokens and counters of the commit state. */
  readonly marks: string
  readonly counters: Counters
  /** The newest token of the trail; '' if it is empty. */
  readonly carried: string
}

/** Tokens and counters as the last batch left them. */
interface CommitState {
  readonly tokens: CommitTokens
  readonly counters: Counters
  readonly basis: Basis
}

/** The tokens with that of one more batch. */
export const withToken = (tokens: CommitTokens, carried: Carried | null): CommitTokens =>
  [...tokens, carried === null ? crypto.randomUUID().slice(0, 8) : String(carried.token)].slice(-mostTokens)

const trailAfter = (trail: Trail, realm_id: number, most: number): Fragment =>
  trail({ realm_id, counters: fragment`commit_state.counters`, most })

export const commitStateOf = (realm_id: number, trail: Trail): Fragment => fragment`
  select marks, counters, (
    select json_group_array(json(carried)) from (${trailAfter(trail, realm_id, mostCarried)})
  ) || '' as trail
  from commit_state where realm_id = ${realm_id}`

/** The state in the rows of `commitStateOf`. */
export function commitStateIn(realm_id: number, [row]: readonly Row[]): CommitState {
  if (row === undefined) return { tokens: [], counters: {}, basis: { marks: '', counters: {}, carried: '' } }
  const { marks, ...stored } = row as { marks: string; counters: string; trail: string }
  const counters = JSON.parse(stored.counters) as Counters
  const trail = JSON.parse(stored.trail) as Carried[]
  const newest = trail[0]
  const carried = trail.map(({ token }) => String(token)).toReversed()
  return {
    // Between the commit state and a longer trail there are tokens that were not read.
    tokens: trail.length < mostCarried ? [...marks.split(' '), ...carried] : carried,
    counters: newest === undefined ? counters : { ...counters, ...countersOf(realm_id, newest) },
    basis: { marks, counters, carried: newest === undefined ? '' : String(newest.token) },
  }
}

const countersOf = (realm_id: number, { ids }: Carried): Counters =>
  Object.fromEntries(Object.entries(ids).map(([counter, id]) => [counter, id - beforeFirstId(realm_id)]))

/** The counters that a reader sees who reads them in the same transaction. */
export async function committedCounters(sql: Sql, realm_id: number, trail: Trail): Promise<Counters> {
  return commitStateIn(realm_id, await sql`${commitStateOf(realm_id, trail)}`.all()).counters
}

export async function readTokens(database: Database, realm_id: number, trail: Trail): Promise<CommitTokens> {
  const [answer] = await database.send([commitStateOf(realm_id, trail)])
  return commitStateIn(realm_id, answer!.rows).tokens
}

/** Whether a row that carries these ids tells all counters, beside those of the commit state. */
export function tellsAll(realm_id: number, counters: Counters, carried: Carried, basis: Basis): boolean {
  const told: Counters = { ...basis.counters, ...countersOf(realm_id, carried) }
  return basis.marks !== '' && Object.entries(counters).every(([counter, count]) => told[counter] === count)
}

/** Whether the database holds the basis of a batch. It has to be asked before the batch writes anything. */
const isBasis = (realm_id: number, { marks, carried }: Basis, trail: Trail): Fragment => fragment`
  commit_state.marks = ${marks}
  and coalesce((select (carried ->> '$.token') || '' from (${trailAfter(trail, realm_id, 1)})), '') = ${carried}`

/** Replaces the tokens and counters. Fails, and the batch with it, where the database does not hold `basis`. */
export const advanceCommitState = (
  realm_id: number,
  basis: Basis,
  { tokens, counters }: Pick<CommitState, 'tokens' | 'counters'>,
  trail: Trail,
): Fragment => fragment`
  insert into commit_state (realm_id, marks, counters)
  values (${realm_id}, ${tokens.join(' ')}, ${JSON.stringify(counters)})
  on conflict (realm_id) do update
  set marks = iif(${isBasis(realm_id, basis, trail)}, excluded.marks, null), counters = excluded.counters`

/** Writes nothing. Fails, and the batch with it, where the database does not hold `basis`. */
export const assertCommitState = (realm_id: number, basis: Basis, trail: Trail): Fragment => fragment`
  update commit_state set marks = null
  where realm_id = ${realm_id} and not (${isBasis(realm_id, basis, trail)})`

/**
 * The outcome of the batch that wanted to leave the tokens `wanted`, where the database holds `found`. Batches form a chain:
 * the batch after our predecessor is ours or another object's.
 */
export function outcomeOf(
  wanted: CommitTokens,
  found: CommitTokens,
): 'committed' | 'overtaken' | 'pending' | 'unknown' {
  const own = wanted.at(-1)!
  const predecessor = wanted.at(-2)
  if (found.includes(own)) return 'committed'
  if (found.at(-1) === predecessor) return 'pending'
  return predecessor === undefined || found.includes(predecessor) ? 'overtaken' : 'unknown'
}
