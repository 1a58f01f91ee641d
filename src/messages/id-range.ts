import type { Account } from '../accounts/account'
import { beforeFirstId } from '../core/sql/ids'
import type { IdRange } from '../user-messages/rows'

/** The account that reads, and its realm. */
export type Viewer = Pick<Account, 'id' | 'realm_id'>

/** The ids of the viewer's realm from one id on and below another. */
export function idRange(
  { realm_id }: Viewer,
  { from = 0, below = Infinity, descending = false }: { from?: number; below?: number; descending?: boolean } = {},
): IdRange {
  return {
    low: Math.max(from, beforeFirstId(realm_id) + 1),
    high: Math.min(below, beforeFirstId(realm_id + 1)),
    descending,
  }
}
