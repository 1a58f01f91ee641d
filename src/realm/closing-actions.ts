import { realmDeactivated } from '../accounts/account'
import { tell, type Change, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { everyone } from '../users/audience'
import { assertOwner } from '../accounts/roles'
import { realmInvalidations } from './store-settings'

/**
 * Closes the organization (endpoints, Realm administration): everybody is told, and from then on refused, listeners
 * included. Its data stays; nobody but who keeps the database can open it again.
 */
export async function deactivateRealm(turn: Turn): Promise<Change> {
  const { actor, realm_id } = turn
  assertOwner(actor)
  const all = await everyone(turn)
  for (const user_id of all) turn.tickets.revoke(user_id)
  return {
    writes: [fragment`update realm set deactivated = 1 where id = ${realm_id}`],
    events: [tell(all, { type: 'realm', op: 'deactivated', realm_id })],
    result: {},
    invalidates: realmInvalidations(realm_id),
    endsQueues: { users: 'all', refusal: realmDeactivated().refusal },
  }
}
