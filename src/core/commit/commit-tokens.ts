import { beforeFirstId, type Counters } from '../sql/ids'
import type { Database } from '../sql/database'
import { fragment, type Fragment, type Row, type Sql } from '../sql/sql'
import type { TokenWithIds } from '../turn/change'

/**
 * Fencing tokens of the latest batches, oldest first. Each batch adds its own token to the tokens that it expects to find, and
 * fails as a whole when it finds others. So the tokens tell whether a batch took effect, and once another object has written, a
 * late batch of a dead object cannot take effect.
 */
export type CommitTokens = readonly string[]

/** The last token where a realm was before it moved to another database. So no later batch takes effect there. */
const movedToken = 'moved'

/** Batches whose tokens the database keeps. */
const maxTokens = 64

/** Rows of the trail that are read, the newest first. */
const maxTrailRows = 16

/**
 * Selects the trail: the rows since the commit state was last written that carry the token of their batch (`TokenWithIds`), so that
 * their batch need not write the commit state. Their ids are above the counters of the commit state. It answers `carried` as JSON,
 * newest first. A batch that deletes such a row must write the commit state, which has the tokens of the trail then.
 */
export type Trail = (after: { realm_id: number; counters: Fragment; maxRows: number }) => Fragment

/** What a batch has to find in the database, as the last batch left it. */
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

/** The tokens, and the token of one more batch. */
export const withToken = (tokens: CommitTokens, carried: TokenWithIds | null): CommitTokens =>
  [...tokens, carried === null ? crypto.randomUUID().slice(0, 8) : String(carried.token)].slice(-maxTokens)

/** Whether the realm has moved to another database since these marks. */
export const isMoved = (marks: string): boolean => marks.endsWith(movedToken)

const trailAfter = (trail: Trail, realm_id: number, maxRows: number): Fragment =>
  trail({ realm_id, counters: fragment`commit_state.counters`, maxRows })

export const commitStateOf = (realm_id: number, trail: Trail): Fragment => fragment`
  select marks, counters, (
    select json_group_array(json(carried)) from (${trailAfter(trail, realm_id, maxTrailRows)})
  ) || '' as trail
  from commit_state where realm_id = ${realm_id}`

/** The state in the rows of `commitStateOf`. */
export function commitStateIn(realm_id: number, [row]: readonly Row[]): CommitState {
  if (row === undefined) return { tokens: [], counters: {}, basis: { marks: '', counters: {}, carried: '' } }
  const { marks, ...stored } = row as { marks: string; counters: string; trail: string }
  const counters = JSON.parse(stored.counters) as Counters
  const trail = JSON.parse(stored.trail) as TokenWithIds[]
  const newest = trail[0]
  const before = marks.split(' ').filter((token) => token !== movedToken)
  const carried = trail.map(({ token }) => String(token)).toReversed()
  const last = isMoved(marks) ? [movedToken] : []
  return {
    // A trail of this length may be longer than what was read, and then there are unknown tokens before it.
    tokens: [...(trail.length < maxTrailRows ? before : []), ...carried, ...last],
    counters: newest === undefined ? counters : { ...counters, ...countersOf(realm_id, newest) },
    basis: { marks, counters, carried: newest === undefined ? '' : String(newest.token) },
  }
}

const countersOf = (realm_id: number, { ids }: TokenWithIds): Counters =>
  Object.fromEntries(Object.entries(ids).map(([counter, id]) => [counter, id - beforeFirstId(realm_id)]))

/** The counters that a reader sees who reads them in the same transaction. */
export async function committedCounters(sql: Sql, realm_id: number, trail: Trail): Promise<Counters> {
  return commitStateIn(realm_id, await sql`${commitStateOf(realm_id, trail)}`.all()).counters
}

export async function readTokens(database: Database, realm_id: number, trail: Trail): Promise<CommitTokens> {
  const [answer] = await database.send([commitStateOf(realm_id, trail)])
  return commitStateIn(realm_id, answer!.rows).tokens
}

/** Whether all counters follow from the ids that a row carries and from the commit state. */
export function tellsAll(realm_id: number, counters: Counters, carried: TokenWithIds, basis: Basis): boolean {
  const known: Counters = { ...basis.counters, ...countersOf(realm_id, carried) }
  return basis.marks !== '' && Object.entries(counters).every(([counter, count]) => known[counter] === count)
}

/** Whether the database is as the batch expects it. Only true before the batch writes anything. */
const isBasis = (realm_id: number, { marks, carried }: Basis, trail: Trail): Fragment => fragment`
  commit_state.marks = ${marks}
  and coalesce((select (carried ->> '$.token') || '' from (${trailAfter(trail, realm_id, 1)})), '') = ${carried}`

/**
 * Marks that the realm moves to another database, if the database is at `basis` and the condition holds: then no later batch takes
 * effect here.
 */
export const markMoved = (realm_id: number, basis: Basis, condition: Fragment, trail: Trail): Fragment => fragment`
  update commit_state set marks = marks || ${` ${movedToken}`}
  where realm_id = ${realm_id} and ${isBasis(realm_id, basis, trail)} and ${condition}`

/** The row of the commit state, to be written in another database. */
export const storedCommitState = (realm_id: number): Fragment =>
  fragment`select marks, counters from commit_state where realm_id = ${realm_id}`

/** Marks without the token of a realm that has moved. */
export const withoutMoved = (marks: string): string => marks.slice(0, -` ${movedToken}`.length)

/** Takes the mark away again. */
export const unmarkMoved = (realm_id: number, marks: string): Fragment => fragment`
  update commit_state set marks = ${withoutMoved(marks)} where realm_id = ${realm_id} and marks = ${marks}`

/** Replaces the tokens and counters. If the database is not at `basis`, this fails, and so does the whole batch. */
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

/** Writes nothing. If the database is not at `basis`, this fails, and so does the whole batch. */
export const assertCommitState = (realm_id: number, basis: Basis, trail: Trail): Fragment => fragment`
  update commit_state set marks = null
  where realm_id = ${realm_id} and not (${isBasis(realm_id, basis, trail)})`

/**
 * What became of the batch that was to leave the tokens `wanted`, if the database has the tokens `found`. Batches form a chain:
 * the batch after our predecessor is either ours or another object's, which overtook us.
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
