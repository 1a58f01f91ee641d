import { refused, tooMany } from '../core/base/errors'
import { untilMidnight } from '../core/base/units'
import { beforeFirstId } from '../core/sql/ids'
import type { SystemTurn } from '../core/turn/change'

/** Rows that imports may write in a day without a setting: three fifths of the free plan, so that the team can work meanwhile. */
const usualRows = 60_000

/** Seconds after midnight UTC at which imports go on, because clocks differ. */
const pauseSeconds = 300

/** Rows per day that imports may write; null: any number. */
function maxRows({ IMPORT_DAILY_ROWS }: Pick<Env, 'IMPORT_DAILY_ROWS'>): number | null {
  if (IMPORT_DAILY_ROWS === 'off') return null
  const rows = Number(IMPORT_DAILY_ROWS)
  return rows > 0 && rows < Infinity ? rows : usualRows
}

/** The share that rows of imports count towards, which belongs to no account: no id is as low. */
export const importShare = (realm_id: number): number => beforeFirstId(realm_id)

/** What imports have written today, with the rows that a change adds, and what is left; null: there is no limit. */
export function rowsToday(
  { usedOf, realm_id, env }: Pick<SystemTurn, 'usedOf' | 'realm_id' | 'env'>,
  more = 0,
): { rows_today: number; rows_left: number | null } {
  const rows_today = (usedOf(importShare(realm_id)).rows_written ?? 0) + more
  const max = maxRows(env)
  return { rows_today, rows_left: max === null ? null : Math.max(0, max - rows_today) }
}

/** Seconds until imports may write again; null: they may now. */
export function secondsToWait(turn: Pick<SystemTurn, 'usedOf' | 'realm_id' | 'env' | 'usage' | 'now'>): number | null {
  const isUsedUp = rowsToday(turn).rows_left === 0 || turn.usage.waitsUntil !== null
  return isUsedUp ? Math.ceil(untilMidnight(turn.now)) + pauseSeconds : null
}

/** Refuses an import that is not to be paced, unless the operator of the server lets imports write as many rows as they like. */
export function assertUnpaced({ env }: Pick<SystemTurn, 'env'>): void {
  const max = maxRows(env)
  if (max !== null)
    throw refused(
      `Imports write at most ${max} rows a day here. The server operator can change IMPORT_DAILY_ROWS, or set it to off for no limit.`,
    )
}

/** Refuses with 429 when imports have written as much as they may today, or little is left of the plan's quotas. */
export function assertMayWrite(turn: Parameters<typeof secondsToWait>[0]): void {
  const seconds = secondsToWait(turn)
  if (seconds !== null)
    throw tooMany(seconds, 'Imports have written as much as they may today. Go on after midnight UTC.')
}
