import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { isModerator } from '../accounts/roles'
import { groupsOfRealm, membersOfGroup, type UserGroupRow } from './queries'

const insufficientPermission = () => refused('Insufficient permission', { reason: 'not_allowed' })

/** Refuses bots, and people whom the realm's policy does not admit (endpoints, User groups). */
export function assertMayEditGroups({ actor, now }: Turn): void {
  if (actor.bot_type !== null || !policyAdmits(settingsOf(actor).user_group_edit_policy, actor, now))
    throw insufficientPermission()
}

/**
 * A group with its members, if the actor may change it: as a member of it, or as a moderator. Nobody may change system groups.
 */
export async function accessEditableGroup(
  turn: Turn,
  group_id: number,
): Promise<UserGroupRow & { members: Set<number> }> {
  assertMayEditGroups(turn)
  const { actor, cached, realm_id } = turn
  const group = (await cached(groupsOfRealm, realm_id)).find(({ id }) => id === group_id)
  if (group === undefined) throw refused('Invalid user group')
  if (group.is_system_group) throw insufficientPermission()
  const members = new Set(await cached(membersOfGroup, group.id))
  if (!isModerator(actor) && !members.has(actor.id)) throw insufficientPermission()
  return { ...group, members }
}
