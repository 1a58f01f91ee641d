import { beforeFirstId } from '../core/sql/ids'
import type { SystemTurn } from '../core/turn/change'
import { quotaOf } from '../core/usage/quotas'

/** Part of the rows which the plan allows in a day that moving texts, and bringing them back, may write. */
export const shareOfDay = 0.2

/** Part of that share which texts that came back may use, so that nobody who brings many back each day keeps the others from moving. */
const partOfReturned = 0.5

/** Part of a quota of the day from which on no text moves. */
const scarcePart = 0.9

/** The share that rows of moving texts count towards, which belongs to no account: no id is as high. */
export const moveShare = (realm_id: number): number => beforeFirstId(realm_id + 1) - 1

type PacedTurn = Pick<SystemTurn, 'env' | 'usage' | 'usedOf' | 'realm_id'>

/** Whether texts may go on moving today. */
export function mayMove(turn: PacedTurn): boolean {
  const { env, usage } = turn
  if (usage.waitsUntil !== null || !isBelow(turn, shareOfDay)) return false
  const objectRows = quotaOf(env, 'object_rows_written')
  const { totals } = usage.report().today
  return objectRows === null || (totals.object_rows_written ?? 0) < objectRows * scarcePart
}

/** Whether texts that came back may go on moving again today. */
export const mayMoveReturned = (turn: PacedTurn): boolean => isBelow(turn, shareOfDay * partOfReturned)

/** Whether moving has written less than this part of the day's rows. */
function isBelow({ env, usedOf, realm_id }: PacedTurn, part: number): boolean {
  const rows = quotaOf(env, 'rows_written')
  return rows === null || (usedOf(moveShare(realm_id)).rows_written ?? 0) < rows * part
}
