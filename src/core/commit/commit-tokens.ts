import type { Counters } from '../sql/ids'
import { fragment, type Database, type Fragment, type Row, type Sql } from '../sql/sql'

/**
 * Fencing tokens of the latest batches, oldest first. Each batch appends a token of its own to those that it expects to
 * find, and fails as a whole when it finds others. So the tokens tell whether a batch took effect, and a late batch of a dead
 * object cannot take effect once another object has gone on.
 */
export type CommitTokens = readonly string[]

/** Batches whose tokens the database keeps. */
const mostTokens = 64

/** Tokens and counters as the last batch left them. */
interface CommitState {
  readonly tokens: CommitTokens
  readonly counters: Counters
}

/** The tokens with that of one more batch. */
export const withNewToken = (tokens: CommitTokens): CommitTokens =>
  [...tokens, crypto.randomUUID().slice(0, 8)].slice(-mostTokens)

export const commitStateOf = (realm_id: number): Fragment =>
  fragment`select marks as tokens, counters from commit_state where realm_id = ${realm_id}`

/** The state in the rows of `commitStateOf`. */
export function commitStateIn([row]: readonly Row[]): CommitState {
  if (row === undefined) return { tokens: [], counters: {} }
  const { tokens, counters } = row as { tokens: string; counters: string }
  return { tokens: tokens.split(' '), counters: JSON.parse(counters) as Counters }
}

/** The counters that a reader sees who reads them in the same transaction. */
export async function committedCounters(sql: Sql, realm_id: number): Promise<Counters> {
  return commitStateIn(await sql`${commitStateOf(realm_id)}`.all()).counters
}

export async function readTokens(database: Database, realm_id: number): Promise<CommitTokens> {
  const [answer] = await database.send([commitStateOf(realm_id)])
  return commitStateIn(answer!.rows).tokens
}

/** Replaces the tokens and counters. Fails, and the batch with it, where the database holds other tokens than `expected`. */
export const advanceCommitState = (
  realm_id: number,
  expected: CommitTokens,
  { tokens, counters }: CommitState,
): Fragment => fragment`
  insert into commit_state (realm_id, marks, counters)
  values (${realm_id}, ${tokens.join(' ')}, ${JSON.stringify(counters)})
  on conflict (realm_id) do update
  set marks = iif(marks = ${expected.join(' ')}, excluded.marks, null), counters = excluded.counters`

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
