import { isWellFormedKey } from '../auth/keys'
import { refused } from '../core/base/errors'
import type { SystemTurn } from '../core/turn/change'
import { emailChangeOf, type EmailChange } from './queries'

/** The unconfirmed change with this token. */
export async function accessEmailChange(
  { sql, realm_id, now }: Pick<SystemTurn, 'sql' | 'realm_id' | 'now'>,
  token: string,
): Promise<EmailChange> {
  const change = isWellFormedKey(token) ? await emailChangeOf(sql, realm_id, { token, now }) : null
  if (change === null) throw wrongConfirmation()
  return change
}

export const wrongConfirmation = () => refused('The confirmation link is wrong, was used already, or has expired.')

/** The address of a page that makes the change at the press of a button. */
export const confirmationUrl = (origin: string, token: string): string => `${origin}/email/${token}`
