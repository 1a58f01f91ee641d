import type { Store, User } from '../../../client'

export interface CardProps {
  readonly id: number
  readonly onClose: () => void
}

/** Whether somebody's account was deactivated. */
export const hasLeft = ({ user_id }: User, { state }: Pick<Store, 'state'>): boolean =>
  state.realm_non_active_users.value.some((user) => user.user_id === user_id)
