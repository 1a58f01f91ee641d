import type { Store, User } from '../../../client'

/** Code of `realm_email_address_visibility` by which everybody sees real addresses. */
const toEverybody = 1

/** The real address of somebody, as far as the reader may see it. */
export function emailOf({ email, delivery_email, is_bot }: User, { state }: Pick<Store, 'state'>): string | null {
  if (is_bot) return null
  return delivery_email ?? (state.realm_email_address_visibility.value === toEverybody ? email : null)
}
