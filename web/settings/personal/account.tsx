import { useSession } from '../../session/context'
import { Address } from './address'
import { Deactivation } from './deactivation'
import { Password } from './password'

/** Email address and password of the current user, and the deactivation of their account. */
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
