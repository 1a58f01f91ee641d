import type { Change, Turn } from '../core/turn/change'
import { addNewcomer, type Introduced } from './create-user'
import { assertAdministrator, roles } from '../accounts/roles'

/** Creates a member, subscribed to the default streams (endpoints, Users; behaviour, New users). */
export async function createUser(turn: Turn, input: Introduced): Promise<Change<{ user_id: number }>> {
  assertAdministrator(turn.actor)
  const { user, step } = await addNewcomer(turn, { ...input, role: roles.member, streams: [], inviter_id: null })
  return { ...step, result: { user_id: user.id } }
}
