import { endOffersOfRole } from '../bot-offers/ending'
import { joinSteps, type Step, type Turn } from '../core/turn/change'
import { fragment } from '../core/sql/sql'
import { systemGroupEvents } from '../user-groups/system-groups'
import { userChanged } from './events'
import { userInvalidations } from './invalidation'
import type { UserRow } from './queries'
import { renewBackupLinks } from '../backups/writes'
import { endAccessOfGuest } from '../streams/ending-access'
import { isGuest, isOwner, type Role } from '../accounts/roles'

/** Gives a person or bot a role, with events for everybody. The role of a bot must not be above its owner's. */
export async function newRole(
  turn: Pick<Turn, 'cached' | 'now' | 'realm_id' | 'sql' | 'upcoming'>,
  { id, bot_type, role: from }: Pick<UserRow, 'id' | 'bot_type' | 'role'>,
  role: Role,
): Promise<Step> {
  const ending = { realm_id: turn.realm_id, at: turn.now, next_message_id: turn.upcoming('message') }
  const step: Step = {
    writes: [
      fragment`update user set role = ${role} where id = ${id}`,
      // Who becomes an owner again must ask for links again.
      ...(isOwner({ role: from }) ? [renewBackupLinks(turn.realm_id)] : []),
      ...(isGuest({ role }) ? endAccessOfGuest(id, ending) : []),
    ],
    events: [
      await userChanged(turn, { user_id: id, role }),
      ...(await systemGroupEvents(turn, id, { from, to: role })),
    ],
    invalidates: userInvalidations(turn.realm_id, id),
  }
  return joinSteps(step, await endOffersOfRole(turn, { id, bot_type }, role))
}
