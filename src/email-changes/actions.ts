import { storeEmailChange } from './writes'
import { assertActive, type Account } from '../accounts/account'
import { newKey } from '../auth/keys'
import { accountByLogin } from '../auth/queries'
import { type Change, type SystemTurn, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'
import { emailAddress } from '../users/email'
import { isAdministrator } from '../accounts/roles'
import { accessEmailChange, wrongConfirmation } from './access'
import { assertAddressFree, changeAddress } from './new-address'

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
  await assertAddressFree(turn, account, email)
}

/** Confirms a change of address by its token. Checks everything again, because the request may be days old. */
export async function confirmEmailChange(turn: SystemTurn, { token }: { token: string }): Promise<Change> {
  const { cached, realm_id } = turn
  const change = await accessEmailChange(turn, token)
  const row = await cached(accountByLogin, realm_id, change.old_email)
  if (row === null) throw wrongConfirmation()
  const user = assertActive(row)
  await assertMayChangeEmail(turn, user, change.new_email)
  return changeAddress(turn, user, change.new_email)
}
