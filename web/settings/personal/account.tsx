import { useSession } from '../../session/context'
import { Address } from './address'
import { Deactivation } from './deactivation'
import { Password } from './password'

/** What the reader logs in with, and the end of their account. */
export function Account() {
  const { realm_password_auth_enabled } = useSession().store.state
  return (
    <>
      <Address />
      {realm_password_auth_enabled.value && <Password />}
      <Deactivation />
    </>
  )
}
