import type { Account } from '../accounts/account'
import { settingsOf } from '../accounts/settings'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { tell, type Change, type SystemTurn } from '../core/turn/change'
import { assertAddressAllowed } from '../domains/address-rules'
import { avatarFields } from '../users/avatars'
import { showsAddresses } from '../users/email-visibility'
import { userChanged } from '../users/events'
import { userInvalidations } from '../users/invalidation'
import { isAddressTaken } from '../users/queries'
import { deleteEmailChanges } from './writes'

/** Refuses an address that the organization does not allow, or that another account has. */
export async function assertAddressFree(
  turn: Pick<SystemTurn, 'cached' | 'sql' | 'realm_id'>,
  account: Account,
  email: string,
): Promise<void> {
  await assertAddressAllowed(turn, settingsOf(account), email)
  if (!isRespelling(account, email) && (await isAddressTaken(turn.sql, turn.realm_id, email)))
    throw refused(`Email '${email}' already in use`, { reason: 'email_taken' })
}

/** Whether the new address differs from the account's own only in case. */
const isRespelling = ({ delivery_email }: Account, email: string): boolean =>
  email.toLowerCase() === delivery_email.toLowerCase()

/** Gives an account another address. Whoever calls this has checked the address. */
export async function changeAddress(turn: SystemTurn, account: Account, new_email: string): Promise<Change> {
  const isShown = showsAddresses(account)
  const isGravatarNew = account.avatar_path === null && !isRespelling(account, new_email)
  const user_id = account.id
  return {
    writes: [
      fragment`
        update user set delivery_email = ${new_email}, email = ${isShown ? new_email : account.email}
        where id = ${user_id}`,
      deleteEmailChanges([user_id]),
    ],
    events: [
      tell([user_id], { type: 'realm_user', op: 'update', person: { user_id, delivery_email: new_email } }),
      ...(isGravatarNew
        ? [await userChanged(turn, { user_id, ...avatarFields({ ...account, delivery_email: new_email }) })]
        : []),
      ...(isShown ? [await userChanged(turn, { user_id, new_email })] : []),
    ],
    result: {},
    invalidates: userInvalidations(turn.realm_id, user_id),
  }
}
