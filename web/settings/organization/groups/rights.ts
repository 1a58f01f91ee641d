import type { State, Store } from '../../../../client'
import { admits, roleOf, roles } from '../../../session/policies'

export type Group = State['realm_user_groups'][number]

/** Whether the current user may make groups (endpoints, User groups). */
export const mayMakeGroups = (store: Store): boolean => admits(store.state.realm_user_group_edit_policy.value, store)

/** Whether the current user may change a group: as a moderator, or as a member of it (endpoints, User groups). */
export const mayChange = ({ members }: Group, store: Store): boolean =>
  mayMakeGroups(store) && (roleOf(store) <= roles.moderator || members.includes(store.user_id))
