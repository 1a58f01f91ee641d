import { setInvitationsUsed } from './writes'
import type { SystemTurn, Step } from '../core/turn/change'
import { invitesChanged } from './actions'
import { isInvited } from './queries'

/** Marks all open invitations for the address of a new account as used; null if there are none. */
export async function markInvitationsUsed(
  turn: Pick<SystemTurn, 'cached' | 'sql' | 'realm_id'>,
  email: string,
): Promise<Step | null> {
  const { sql, realm_id } = turn
  if (!(await isInvited(sql, realm_id, email))) return null
  return { writes: [setInvitationsUsed(realm_id, email)], events: await invitesChanged(turn) }
}
