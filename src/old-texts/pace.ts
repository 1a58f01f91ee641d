import { beforeFirstId } from '../core/sql/ids'
import type { SystemTurn } from '../core/turn/change'
import { quotaOf } from '../core/usage/quotas'

/** Part of the rows which the plan allows in a day that moving texts, and bringing them back, may write. */
export const shareOfDay = 0.2

/** Part of a quota of the day from which on no text moves. */
const scarcePart = 0.9

/** The share that rows of moving texts count towards, which belongs to no account: no id is as high. */
export const moveShare = (realm_id: number): number => beforeFirstId(realm_id + 1) - 1

/** Whether texts may go on moving today. */
export function mayMove({
  env,
  usage,
  usedOf,
  realm_id,
}: Pick<SystemTurn, 'env' | 'usage' | 'usedOf' | 'realm_id'>): boolean {
  if (usage.waitsUntil !== null) return false
  const rows = quotaOf(env, 'rows_written')
  if (rows !== null && (usedOf(moveShare(realm_id)).rows_written ?? 0) >= rows * shareOfDay) return false
  const objectRows = quotaOf(env, 'object_rows_written')
  const { totals } = usage.report().today
  return objectRows === null || (totals.object_rows_written ?? 0) < objectRows * scarcePart
}
