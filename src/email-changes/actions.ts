import { deleteEmailChanges, storeEmailChange } from './writes'
import { assertActive, type Account } from '../accounts/account'
import { newKey } from '../auth/keys'
import { accountByLogin } from '../auth/queries'
import { tell, type Change, type SystemTurn, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { assertAddressAllowed } from '../domains/address-rules'
import { settingsOf } from '../accounts/settings'
import { userInvalidations } from '../users/invalidation'
import { showsAddresses } from '../users/email-visibility'
import { avatarFields } from '../users/avatars'
import { emailAddress } from '../users/email'
import { userChanged } from '../users/events'
import { isAddressTaken } from '../users/queries'
import { isAdministrator } from '../accounts/roles'
import { accessEmailChange, wrongConfirmation } from './access'

/** Rate limits of a user's requests (behaviour, Rate limits). */
const limits = [
  { maxAttempts: 2, seconds: 3600 },
  { maxAttempts: 5, seconds: 24 * 3600 },
]

/** Starts a change of the actor's address. It takes effect when it is confirmed (endpoints, PATCH /settings). */
export async function requestEmailChange(turn: Turn, raw: string): Promise<Change> {
  const { actor, now } = turn
  const email = emailAddress(raw)
  if (email === actor.delivery_email) return { writes: [], result: {} }
  await assertMayChangeEmail(turn, actor, email)
  assertWithinLimits(turn)
  return {
    writes: [storeEmailChange({ user_id: actor.id, new_email: email, token: newKey(), created_at: now })],
    result: {},
  }
}

function assertWithinLimits({ env, attempts, actor }: Turn): void {
  if (env.RATE_LIMITS !== 'off') attempts.take(`email-change:${actor.id}`, ...limits)
}

/** Refuses a change if the organization forbids it, or if the address is not allowed or taken. */
async function assertMayChangeEmail(
  turn: Pick<SystemTurn, 'cached' | 'sql' | 'realm_id'>,
  account: Account,
  email: string,
): Promise<void> {
  const settings = settingsOf(account)
  if (settings.email_changes_disabled && !isAdministrator(account))
    throw refused('Email address changes are disabled in this organization.')
  await assertAddressAllowed(turn, settings, email)
  if (!isRespelling(account, email) && (await isAddressTaken(turn.sql, turn.realm_id, email)))
    throw refused(`Email '${email}' already in use`, { reason: 'email_taken' })
}

/** Whether the new address differs from the account's own only in case. */
const isRespelling = ({ delivery_email }: Account, email: string): boolean =>
  email.toLowerCase() === delivery_email.toLowerCase()

/** Confirms a change of address by its token. Checks everything again, because the request may be days old. */
export async function confirmEmailChange(turn: SystemTurn, { token }: { token: string }): Promise<Change> {
  const { cached, realm_id } = turn
  const change = await accessEmailChange(turn, token)
  const row = await cached(accountByLogin, realm_id, change.old_email)
  if (row === null) throw wrongConfirmation()
  const user = assertActive(row)
  const { new_email } = change
  await assertMayChangeEmail(turn, user, new_email)
  const isShown = showsAddresses(user)
  const isGravatarNew = user.avatar_path === null && !isRespelling(user, new_email)
  const user_id = user.id
  return {
    writes: [
      fragment`
        update user set delivery_email = ${new_email}, email = ${isShown ? new_email : user.email}
        where id = ${user_id}`,
      deleteEmailChanges([user_id]),
    ],
    events: [
      tell([user_id], { type: 'realm_user', op: 'update', person: { user_id, delivery_email: new_email } }),
      ...(isGravatarNew
        ? [await userChanged(turn, { user_id, ...avatarFields({ ...user, delivery_email: new_email }) })]
        : []),
      ...(isShown ? [await userChanged(turn, { user_id, new_email })] : []),
    ],
    result: {},
    invalidates: userInvalidations(realm_id, user_id),
  }
}
