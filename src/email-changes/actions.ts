import { storeEmailChange } from './writes'
import { assertActive, type Account } from '../accounts/account'
import { newKey } from '../auth/keys'
import { accountByLogin } from '../auth/queries'
import { joinSteps, type Change, type Step, type SystemTurn, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'
import { causedBy } from '../mail/limits'
import { postMails } from '../mail/posting'
import { endRequestedLink } from '../password-resets/writes'
import { userSettings } from '../settings/queries'
import { emailAddress } from '../users/email'
import { isAdministrator } from '../accounts/roles'
import { accessEmailChange, confirmationUrl, wrongConfirmation } from './access'
import { assertAddressFree, changeAddress } from './new-address'
import { lifetimeSeconds, type EmailChange } from './queries'

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
  const token = newKey()
  const url = confirmationUrl(turn.facts.origin, token)
  const { default_language: language } = await turn.cached(userSettings, actor.id)
  const mail = { to: email, language, template: 'new_address' as const, values: { url } }
  const posting = { kind: 'important', cause: causedBy(actor), lifetime: lifetimeSeconds } as const
  const { step } = await postMails(turn, [mail], posting)
  const writes = [storeEmailChange({ user_id: actor.id, new_email: email, token, created_at: now })]
  return { ...joinSteps({ writes }, step), result: {} }
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

/** Ends a link that sets a password, because it may be on its way to the former address. */
const endedLink = (user_id: number): Step => ({ writes: endRequestedLink(user_id) })

/** Tells the former address that it is one. */
async function noticeToFormerAddress(
  turn: SystemTurn,
  user: Account,
  { old_email, new_email }: Pick<EmailChange, 'old_email' | 'new_email'>,
): Promise<Step> {
  const { default_language: language } = await turn.cached(userSettings, user.id)
  const mail = { to: old_email, language, template: 'address_changed' as const, values: { new_address: new_email } }
  const posting = { kind: 'important', cause: causedBy(user), lifetime: lifetimeSeconds } as const
  return (await postMails(turn, [mail], posting)).step
}

/** Confirms a change of address by its token. Checks everything again, because the request may be days old. */
export async function confirmEmailChange(turn: SystemTurn, { token }: { token: string }): Promise<Change> {
  const { cached, realm_id } = turn
  const change = await accessEmailChange(turn, token)
  const row = await cached(accountByLogin, realm_id, change.old_email)
  if (row === null) throw wrongConfirmation()
  const user = assertActive(row)
  await assertMayChangeEmail(turn, user, change.new_email)
  const step = await changeAddress(turn, user, change.new_email)
  return { ...joinSteps(step, endedLink(user.id), await noticeToFormerAddress(turn, user, change)), result: {} }
}
