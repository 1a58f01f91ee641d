import type { Step, SystemTurn } from '../core/turn/change'
import { invitesChanged } from './actions'
import { hasPromotions } from './queries'
import { revokePromotionsOf } from './writes'

/**
 * Revokes the open invitations of administrators for roles above member. Other invitations stay: people who join with them use
 * the share of the inviter, who also finds them in the list.
 */
export async function revokePromotions(
  turn: Pick<SystemTurn, 'cached' | 'sql' | 'realm_id'>,
  inviter_ids: readonly number[],
): Promise<Step | null> {
  if (inviter_ids.length === 0 || !(await hasPromotions(turn.sql, turn.realm_id, inviter_ids))) return null
  return { writes: [revokePromotionsOf(turn.realm_id, inviter_ids)], events: await invitesChanged(turn) }
}
