import { realmHere } from '../../auth/viewer'
import { refused } from '../../core/base/errors'
import { RecentAnswers } from '../../core/base/recent-answers'
import type { RequestContext } from '../../core/http/endpoint'
import { isSigned, tokenIn } from './links'
import type { Mailing } from './mailings'
import { activeReader, unsubscribeKey, type MailReader } from './queries'

/** Keys of organizations by their ids. They never change. */
const keys = new RecentAnswers<string>({ seconds: 60, maxBytes: 64 * 1024 })

export const badLink = () => refused('The link is wrong, or there is no such account any more.', { status: 404 })

/**
 * The mailing that the address of a request belongs to, and who gets it; null if the address is wrong, or the account is not
 * active. An invented address reads no row, except for the key once a minute.
 */
export async function accessMailing(
  request: Pick<RequestContext<{ token: string }>, 'params' | 'sql' | 'facts' | 'env'>,
): Promise<{ mailing: Mailing; reader: MailReader } | null> {
  const token = tokenIn(request.params.token)
  if (token === null) return null
  const { sql, env } = request
  const realm_id = await realmHere(request)
  const key = await keys.of(env.DB, String(realm_id), () => unsubscribeKey(sql, realm_id))
  if (key === null || !isSigned(token, key)) return null
  const { mailing } = token
  const reader = await activeReader(sql, realm_id, mailing.user_id)
  return reader && { mailing, reader }
}
