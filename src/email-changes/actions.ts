import { assertActive } from '../accounts/account'
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
import { deleteEmailChange, emailChangeOf, storeEmailChange } from './queries'

/** Limits of requests by one user (behaviour, Rate limits). */
const limits = [
  { most: 2, seconds: 3600 },
  { most: 5, seconds: 24 * 3600 },
]

/** Starts a change of the actor's address, which takes effect once it is confirmed (endpoints, PATCH /settings). */
export async function requestEmailChange(turn: Turn, raw: string): Promise<Change> {
  const { actor, sql, realm_id, now } = turn
  const email = emailAddress(raw)
  if (email === actor.delivery_email) return { writes: [], result: {} }
  if (settingsOf(actor).email_changes_disabled && !isAdministrator(actor)) throw changesDisabled()
  await assertAddressAllowed(turn, settingsOf(actor), email)
  const isRespelled = email.toLowerCase() === actor.delivery_email.toLowerCase()
  if (!isRespelled && (await isAddressTaken(sql, realm_id, email))) throw addressTaken(email)
  assertWithinLimits(turn)
  return {
    writes: [storeEmailChange({ user_id: actor.id, new_email: email, token: newKey(), created_at: now })],
    result: {},
  }
}

const changesDisabled = () => refused('Email address changes are disabled in this organization.')
const addressTaken = (email: string) => refused(`Email '${email}' already in use`)

function assertWithinLimits({ env, attempts, actor }: Turn): void {
  if (env.RATE_LIMITS !== 'off') attempts.take(`email-change:${actor.id}`, ...limits)
}

/** Confirms a change of address by its token. The request may be days old, so all checks are made again. */
export async function confirmEmailChange(turn: SystemTurn, { token }: { token: string }): Promise<Change> {
  const { sql, cached, realm_id, now } = turn
  const change = await emailChangeOf(sql, realm_id, { token, now })
  const user = change && (await cached(accountByLogin, realm_id, change.old_email))
  if (!change || !user) throw refused('The confirmation link is wrong, was used already, or has expired.')
  assertActive(user)
  if (settingsOf(user).email_changes_disabled && !isAdministrator(user)) throw changesDisabled()
  const { new_email } = change
  await assertAddressAllowed(turn, settingsOf(user), new_email)
  const isRespelled = new_email.toLowerCase() === user.delivery_email.toLowerCase()
  if (!isRespelled && (await isAddressTaken(sql, realm_id, new_email))) throw addressTaken(new_email)
  const isShown = showsAddresses(user)
  const shown = isShown ? new_email : user.email
  const user_id = user.id
  return {
    writes: [
      fragment`update user set delivery_email = ${new_email}, email = ${shown} where id = ${user.id}`,
      deleteEmailChange(user.id),
    ],
    events: [
      tell([user_id], { type: 'realm_user', op: 'update', person: { user_id, delivery_email: new_email } }),
      ...(isRespelled || user.avatar_path !== null
        ? []
        : [await userChanged(turn, { user_id, ...avatarFields({ ...user, delivery_email: new_email }) })]),
      ...(isShown ? [await userChanged(turn, { user_id, new_email })] : []),
    ],
    result: {},
    invalidates: userInvalidations(realm_id, user.id),
  }
}
