import type { Change, Turn } from '../core/turn/change'
import { addUser, type NewUserDetails } from './create-user'
import { assertAdministrator, roles } from '../accounts/roles'

/** Creates a member who is subscribed to the default streams (endpoints, Users; behaviour, New users). */
export async function createUser(turn: Turn, input: NewUserDetails): Promise<Change<{ user_id: number }>> {
  assertAdministrator(turn.actor)
  const { user, step } = await addUser(turn, {
    ...input,
    role: roles.member,
    streams: [],
    inviter_id: null,
    sponsor: 'administrator',
  })
  return { ...step, result: { user_id: user.id } }
}
