import { shareOf, type Account } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
import { daySeconds } from '../core/base/units'
import { refused } from '../core/base/errors'
import type { Turn } from '../core/turn/change'
import { countOffers } from './queries'

/**
 * Maximal number of open offers by one share, in total and to one person, so that nobody fills another's list. All newcomers
 * count as one towards a person. Administrators may make more, because they transfer the bots of people who leave.
 */
const openOffersLimit = {
  member: { ofShare: 20, toOnePerson: 5 },
  administrator: { ofShare: 100, toOnePerson: 20 },
}

/** Maximal number of open offers to one person. */
const waitingLimit = 100

const limitsOf = (maker: Account) => (isAdministrator(maker) ? openOffersLimit.administrator : openOffersLimit.member)

/** Refuses an offer beyond the limits of open offers and of offers per time, because each one notifies somebody. */
export async function assertMayOffer(
  { actor, sql, realm_id, attempts, env }: Turn,
  { bot_id, receiver_id }: { bot_id: number; receiver_id: number },
): Promise<void> {
  const share_id = shareOf(actor)
  const limits = limitsOf(actor)
  const open = await countOffers(sql, { realm_id, share_id, receiver_id, bot_id })
  if (open.ofShare >= limits.ofShare) throw refused(`Too many bots are offered by you (limit: ${limits.ofShare})`)
  const toReceiver = actor.is_newcomer ? open.toReceiverOfNewcomers : open.toReceiverOfShare
  if (toReceiver >= limits.toOnePerson)
    throw refused(`Too many of your offers wait for this person (limit: ${limits.toOnePerson})`)
  if (open.toReceiver >= waitingLimit) throw refused(`Too many offers wait for this person (limit: ${waitingLimit})`)
  if (env.RATE_LIMITS === 'off') return
  const maker = actor.is_newcomer ? 'newcomers' : share_id
  attempts.take(`bot offers of ${share_id}`, { maxAttempts: limits.ofShare, seconds: 3600 })
  attempts.take(`bot offers of ${maker} to ${receiver_id}`, {
    maxAttempts: 2 * limits.toOnePerson,
    seconds: daySeconds,
  })
}
