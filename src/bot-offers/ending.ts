import { isAdministrator, isGuest, isOwner, type Role } from '../accounts/roles'
import type { Step, SystemTurn } from '../core/turn/change'
import { offerEnded } from './events'
import { offerSeconds } from './expiry'
import { offersAbout, offersBefore, type OfferRow } from './queries'
import { deleteOffers } from './writes'

type Ending = Pick<SystemTurn, 'sql' | 'cached' | 'realm_id'>

/** Ends offers. Accounts that are deactivated in the same change get no events. */
export async function endOffers(
  turn: Pick<Ending, 'cached' | 'realm_id'>,
  offers: readonly OfferRow[],
  leaving: readonly number[] = [],
): Promise<Step> {
  if (offers.length === 0) return { writes: [] }
  return {
    writes: [deleteOffers(offers.map(({ bot_id }) => bot_id))],
    events: await Promise.all(offers.map((offer) => offerEnded(turn, offer, leaving))),
  }
}

/** Ends the offers of bots that are deactivated, and the offers by or to accounts that are deactivated. */
export const endOffersOfDeactivated = async (turn: Ending, user_ids: readonly number[]): Promise<Step> =>
  endOffers(turn, await offersAbout(turn.sql, user_ids), user_ids)

/**
 * Ends the offers that a new role of a person or bot forbids. Guests own no bots. The maker of an offer must be allowed to
 * administer the bot: as its owner, or as an administrator, unless the bot has the role of an owner.
 */
export async function endOffersOfRole(
  turn: Ending,
  { id, bot_type }: { id: number; bot_type: number | null },
  role: Role,
): Promise<Step> {
  const offers = await offersAbout(turn.sql, [id])
  return endOffers(
    turn,
    offers.filter(({ bot_id, receiver_id, maker_id, bot_owner_id }) => {
      const isMadeByOwner = maker_id === bot_owner_id
      if (receiver_id === id) return isGuest({ role })
      if (bot_id === id && bot_type !== null) return isOwner({ role }) && !isMadeByOwner
      return !isMadeByOwner && !isAdministrator({ role })
    }),
  )
}

/** Maximal number of offers that one maintenance ends. */
const expiredAtOnce = 500

/** Ends expired offers. `complete` is true if none are left. */
export async function endExpiredOffers(turn: SystemTurn): Promise<Step & { complete: boolean }> {
  const { sql, realm_id, now } = turn
  const expired = await offersBefore(sql, realm_id, now - offerSeconds, expiredAtOnce)
  return { ...(await endOffers(turn, expired)), complete: expired.length < expiredAtOnce }
}
