import type { Store, User } from '../../../../client'
import { roles } from '../../../session/policies'

const isOwner = ({ role }: User): boolean => role === roles.owner

/** Whether this person is the last owner. */
export const isOnlyOwner = (person: User, { state }: Store): boolean =>
  isOwner(person) &&
  !person.is_bot &&
  state.realm_users.value.filter((user) => isOwner(user) && !user.is_bot).length === 1

/** Whether the current user administers an account. Only owners administer owners (behaviour, Roles). */
export const mayAdminister = (person: User, { state }: Store): boolean =>
  state.is_admin.value && (!isOwner(person) || state.is_owner.value)

/**
 * Roles that the current user may give somebody, including their present one; empty if it cannot be changed (behaviour, Roles).
 */
export function rolesOf(person: User, store: Store): readonly number[] {
  if (!mayAdminister(person, store) || isOnlyOwner(person, store)) return []
  const isGuest = person.role === roles.guest
  return Object.values(roles).filter(
    (role) => (role !== roles.owner || store.state.is_owner.value) && !(isGuest && role <= roles.administrator),
  )
}
