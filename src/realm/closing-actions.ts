import { realmDeactivated } from '../accounts/account'
import { tell, type Change, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { everyone } from '../users/audience'
import { assertOwner } from '../accounts/roles'
import { realmInvalidations } from './invalidation'

/**
 * Deactivates the organization (endpoints, Realm administration). Tells everybody, ends queues and sockets, and refuses all
 * further requests. The data stays; only the operator of the database can reactivate the organization.
 */
export async function deactivateRealm(turn: Turn): Promise<Change> {
  const { actor, realm_id } = turn
  assertOwner(actor)
  const all = await everyone(turn)
  return {
    writes: [fragment`update realm set deactivated = 1 where id = ${realm_id}`],
    events: [tell(all, { type: 'realm', op: 'deactivated', realm_id })],
    result: {},
    invalidates: realmInvalidations(realm_id),
    endsQueues: { users: 'all', refusal: realmDeactivated().refusal },
  }
}
