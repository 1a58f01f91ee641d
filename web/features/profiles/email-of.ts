import { erasedNumber, type Store, type User } from '../../../client'

/** The code of `realm_email_address_visibility` that lets everybody see real addresses. */
const visibleToEverybody = 1

/** Somebody's real address; null if there is none, or the user may not see it. */
export function emailOf({ email, delivery_email, is_bot }: User, { state }: Pick<Store, 'state'>): string | null {
  if (is_bot || erasedNumber({ email }) !== null) return null
  return delivery_email ?? (state.realm_email_address_visibility.value === visibleToEverybody ? email : null)
}
