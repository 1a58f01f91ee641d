import type { Account } from '../accounts/account'
import type { AttemptLimit, Step, SystemTurn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { causedBy } from '../mail/limits'
import { postMails } from '../mail/posting'
import { userSettings } from '../settings/queries'
import { userById } from '../users/queries'

/** Seconds after joining in which logins are not told: people join on one device, and log in on the others. */
const joiningSeconds = 3600

/** People who have just set a password by a link log in right after that. Then nobody is told of it for ten minutes. */
const passwordByLink: AttemptLimit = { maxAttempts: 1, seconds: 600 }

const passwordKey = (user_id: number): string => `password by link of ${user_id}`

/** Notes that somebody has set the password of this account by a link. */
export const noteNewPassword = ({ attempts }: Pick<SystemTurn, 'attempts'>, user_id: number): void =>
  void attempts.mayTake(passwordKey(user_id), passwordByLink)

/** Tells a user by mail that somebody logged in on a device that was not used before. */
export async function loginMail(turn: SystemTurn, account: Account, device: string): Promise<Step | null> {
  const { cached, realm_id, now, facts, attempts } = turn
  const { id, delivery_email, date_joined } = account
  if (now - date_joined < joiningSeconds || attempts.amountOf(passwordKey(id), passwordByLink) > 0) return null
  const [settings, user] = await Promise.all([cached(userSettings, id), cached(userById, realm_id, id)])
  if (!settings.enable_login_emails) return null
  const mail = {
    to: delivery_email,
    language: settings.default_language,
    template: 'new_login' as const,
    values: { url: `${facts.origin}/#settings/sessions`, device, time: now, time_zone: user!.timezone },
    mailing: { user_id: id, name: 'login' as const },
  }
  const posting = { kind: 'important', cause: causedBy(account), lifetime: daySeconds } as const
  return (await postMails(turn, [mail], posting)).step
}
