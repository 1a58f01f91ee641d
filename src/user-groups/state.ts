import type { StateOf } from '../events/part'
import { userGroups } from './groups'

/** All groups, for guests too (register, People). */
export const userGroupsState: StateOf = async ({ actor, sql, now }) => ({
  realm_user_groups: await userGroups(sql, actor, now),
})
