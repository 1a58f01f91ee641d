import { ApiError } from '../base/errors'
import { DatabaseFull, platformRefusalIn } from '../base/quota-refusals'
import type { Reach } from '../commit/floors'
import type { Cost } from '../commit/group-commit'
import type { Database, Tally } from '../sql/database'
import type { Fragment } from '../sql/sql'
import type { Call } from '../turn/call'
import type { Change } from '../turn/change'
import type { DayShares } from '../turn/day-shares'
import type { ShareIds } from '../turn/share-limits'
import type { Tickets } from '../turn/tickets'
import type { ActionTable } from './action-table'
import type { Alarms } from './alarms'
import { stage, type RealmState } from './realm-state'
import { systemTurn, type TurnDeps } from './system-turn'

/** What actions need of the realm object. */
export interface ActionDeps extends TurnDeps {
  readonly table: ActionTable
  readonly tickets: Tickets
  /** The database, for reads that belong to no turn. */
  readonly database: () => Database
  readonly alarms: Pick<Alarms, 'wakeAt'>
}

export interface StagedAction {
  readonly change: Change<unknown>
  /** The shares of the day that the change counts towards; null: it counts towards none. */
  readonly shares: ShareIds | null
  /** Whether an account's change counts towards a share that is not the account's. */
  readonly countsApart: boolean
  /** Cost of the action's reads. */
  readonly spent: Tally
  readonly committed: Promise<Cost>
}

/**
 * Runs an action in its turn, and stages its change together with the writes of `also`. The turn ends before the commit, unless the
 * change invalidates cached answers.
 */
export async function runAction(
  call: Call,
  also: () => readonly Fragment[],
  state: RealmState,
  deps: ActionDeps,
): Promise<StagedAction> {
  const { tickets, shares: dayShares, alarms } = deps
  state.reads.resetTally()
  const { decided, shares, isGuarded, reach, countsApart = false } = await decide(call, state, deps)
  const change = { ...decided, writes: [...decided.writes, ...also()] }
  const spent = state.reads.tally
  const counts = shares !== null && (change.writes.length > 0 || change.gathers !== undefined)
  if (counts && isGuarded) dayShares.guardChange(shares)
  // Set before the commit, because the object may be lost right after it.
  if (change.wakesAt !== undefined) await alarms.wakeAt(change.wakesAt)
  const { rows = 0 } = change
  if (counts) dayShares.reserve(shares, rows)
  const committed = stage(change, state, reach)
  const onCommit = ({ rows_written, bytes }: Cost): void => {
    if (change.issuesTicket !== undefined) tickets.issue(change.issuesTicket)
    if (counts) charge(dayShares, shares, change, { rows_written, bytes_written: bytes })
  }
  const onFailure = (error: unknown): void => {
    // Later actions may have cached what this change would have written. A refusal alone writes nothing.
    if (!(error instanceof ApiError) || platformRefusalIn(error) !== null) state.queryCache.clear()
  }
  committed.then(onCommit, onFailure).finally(() => counts && dayShares.release(shares, rows))
  if (change.invalidates !== undefined) {
    await committed
    state.queryCache.invalidate(change.invalidates)
  }
  return { change, shares, countsApart, spent, committed }
}

/** Counts what a change wrote, for its shares and for the shares with which it shares the cost. */
function charge(
  dayShares: DayShares,
  shares: ShareIds,
  { sharedCost }: Change<unknown>,
  { rows_written, bytes_written }: { rows_written: number; bytes_written: number },
): void {
  if (sharedCost === undefined) return dayShares.count(shares, { rows_written, bytes_written })
  const rows = Math.min(rows_written, sharedCost.rows)
  const bytes = Math.min(bytes_written, sharedCost.bytes)
  dayShares.count(sharedCost.shares, { rows_written: rows, bytes_written: bytes })
  dayShares.count(shares, { rows_written: rows_written - rows, bytes_written: bytes_written - bytes })
}

interface Decision {
  readonly decided: Change<unknown>
  /** The shares of the day that the change counts towards; null: none. */
  readonly shares: ShareIds | null
  /** Whether the change is refused if these shares are used up. */
  readonly isGuarded: boolean
  readonly reach: Reach
  readonly countsApart?: true
}

async function decide(call: Call, state: RealmState, deps: ActionDeps): Promise<Decision> {
  const { identify, mark, sharesOf, actions, systemActions, safeguards, keepsAccess, fillsDatabase } = deps.table
  const isRefused = fillsDatabase.has(call.name) && deps.usage.databaseSize.isFull
  const takes = !keepsAccess.has(call.name)
  const turn = systemTurn(call, state, deps)
  const systemAction = systemActions[call.name]
  if (systemAction !== undefined) {
    if (isRefused) throw new DatabaseFull()
    const decided = await systemAction(turn, call.input)
    const askedBy = (decided.askedBy ?? []).map((user_id) => ({ user_id, mark: null }))
    const reach = takes ? 'everyone' : askedBy
    return { decided, shares: decided.shares ?? null, isGuarded: false, reach }
  }
  const actor = await identify(turn, call)
  if (isRefused) throw new DatabaseFull()
  const decided = await actions[call.name]!({ ...turn, actor }, call.input)
  const { credentials } = call.facts
  const reach = takes ? 'everyone' : [{ user_id: actor.id, mark: credentials && mark(credentials) }]
  if (decided.shares !== undefined)
    return { decided, shares: decided.shares, isGuarded: false, reach, countsApart: true }
  return { decided, shares: sharesOf(actor), isGuarded: !safeguards.has(call.name), reach }
}
