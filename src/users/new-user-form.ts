import { assertStrong } from '../auth/password'
import { emailAddress } from './email'
import type { NewUserDetails } from './create-user'
import { fullName } from './names'

/** Name, address and password of a new user in the form of the request. */
interface NewUserForm extends Omit<NewUserDetails, 'password_hash'> {
  password: string
}

/** Refuses a bad name or address and a weak password, before the costly hash. */
export function assertNewUserForm(form: NewUserForm): void {
  const full_name = fullName(form.full_name)
  const email = emailAddress(form.email)
  assertStrong(form.password, { email, full_name })
}
