import type { Turn } from '../core/turn/change'
import { maxSingleLookups } from '../core/turn/query-cache'
import { mailsLeft, type MailCause } from '../mail/limits'
import { sendsMail } from '../mail/setup'
import { isPlaceholder } from '../users/placeholder-address'
import { userById } from '../users/queries'

/** People whom one message may have mailed. */
const maxMailedPeople = 1000

/**
 * Whether people may be mailed about something. Nobody is mailed about notices that come from no request, such as those about quotas: a
 * mail needs links, and the realm itself does not know its address.
 */
export const maySendMail = ({ env, facts }: Turn): boolean => facts.origin !== '' && sendsMail(env)

/**
 * Those of some people who can be mailed, no more than the limits of the day admit. Where there are many, the job finds out who is a
 * bot, so that the turn reads nothing.
 */
export async function withMailboxes(
  turn: Turn,
  user_ids: readonly number[],
  cause: MailCause,
): Promise<readonly number[]> {
  if (user_ids.length === 0) return []
  const { cached, realm_id } = turn
  const some = user_ids.slice(0, Math.min(maxMailedPeople, mailsLeft(turn, 'missed_messages', cause)))
  if (some.length > maxSingleLookups) return some
  const users = await Promise.all(some.map((user_id) => cached(userById, realm_id, user_id)))
  return users.flatMap((user) =>
    user === null || user.bot_type !== null || !user.is_active || isPlaceholder(user.delivery_email) ? [] : user.id,
  )
}
