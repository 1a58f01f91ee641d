import type { Account } from '../accounts/account'
import type { Sql } from '../core/sql/sql'
import { settingsOf } from '../accounts/settings'
import { usersOfRealm } from '../users/all-users'
import { groupsOfRealm, membersOfRealm } from './queries'
import type { UserGroup } from './schema'
import { membersByRole } from './system-groups'

/** All groups of a realm with their members in the form of the API, by id (endpoints, User groups). */
export async function userGroups(
  sql: Sql,
  { realm_id, realm_settings }: Pick<Account, 'realm_id' | 'realm_settings'>,
  now: number,
): Promise<UserGroup[]> {
  const [groups, members, users] = await Promise.all([
    groupsOfRealm(sql, realm_id),
    membersOfRealm(sql, realm_id),
    usersOfRealm(sql, realm_id),
  ])
  const threshold = settingsOf({ realm_settings })
  const chosen = Map.groupBy(members, ({ group_id }) => group_id)
  return groups.map(({ id, name, description, is_system_group }) => ({
    id,
    name,
    description,
    members: is_system_group
      ? membersByRole(name, users, { threshold, now })
      : (chosen.get(id) ?? []).map(({ user_id }) => user_id),
    is_system_group: Boolean(is_system_group),
  }))
}
