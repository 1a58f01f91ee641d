import { assertStrong } from '../auth/password'
import { emailAddress } from './email'
import type { NewUserDetails } from './create-user'
import { fullName } from './names'

/** What somebody new says of themselves, or an administrator of them. */
export interface NewUserForm extends Omit<NewUserDetails, 'password_hash'> {
  password: string
}

/** Refuses a bad name or address and a weak password, before anything is spent on them. */
export function assertNewUserForm(person: NewUserForm): void {
  const full_name = fullName(person.full_name)
  const email = emailAddress(person.email)
  assertStrong(person.password, { email, full_name })
}
