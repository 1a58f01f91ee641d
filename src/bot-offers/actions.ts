import { activeAccount } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
import { accountById } from '../auth/queries'
import { storedBytes } from '../bot-storage/queries'
import { assertMayHaveBots, mayAdminister } from '../bots/access'
import { changeBot } from '../bots/bot-change'
import { nextOwner, withOwner } from '../bots/passing-on'
import { botById, type BotRow } from '../bots/queries'
import { refused } from '../core/base/errors'
import type { Change, Turn } from '../core/turn/change'
import { endOffers } from './ending'
import { expiryOf } from './expiry'
import { offerOf, type OfferRow } from './queries'

/** The bot and its open offer. The refusal is the same if there is none, and if the actor may not know of it. */
async function accessOffer(
  { sql, realm_id }: Turn,
  bot_id: number,
  isTheirs: (offer: OfferRow, bot: BotRow) => boolean,
): Promise<{ offer: OfferRow; bot: BotRow }> {
  const [bot, offer] = await Promise.all([botById(sql, realm_id, bot_id), offerOf(sql, bot_id)])
  if (bot === null || offer === null || !isTheirs(offer, bot)) throw refused('No such offer')
  return { bot, offer }
}

/**
 * Makes the actor the owner of a bot that is offered to them (behaviour, Bots that are passed on). Checks everything again,
 * because it may have changed since the offer.
 */
export async function acceptBotOffer(turn: Turn, { bot_id }: { bot_id: number }): Promise<Change> {
  const { actor, sql, realm_id, now } = turn
  const { bot, offer } = await accessOffer(turn, bot_id, ({ receiver_id }) => receiver_id === actor.id)
  assertMayHaveBots(actor)
  const maker = activeAccount(await accountById(sql, realm_id, offer.maker_id))
  if (now >= expiryOf(offer) || !bot.is_active || maker === null || !mayAdminister(maker, bot))
    throw refused('The offer has ended')
  if ((await storedBytes(sql, bot_id)) > offer.storage_bytes)
    throw refused('The bot stores more than when it was offered. It has to be offered again.')
  const owner = await nextOwner(turn, bot, actor.id)
  // The former owner may have changed the address since the administrator saw it.
  const keepsAddress = isAdministrator(maker) && offer.payload_url === bot.payload_url
  return { ...(await changeBot(turn, bot, { ...bot, ...withOwner(bot, owner, { keepsAddress }) })), result: {} }
}

/** Ends an offer: its receiver declines it, or somebody who may administer the bot withdraws it. */
export async function endBotOffer(turn: Turn, { bot_id }: { bot_id: number }): Promise<Change> {
  const { actor } = turn
  const { offer } = await accessOffer(
    turn,
    bot_id,
    ({ receiver_id }, bot) => receiver_id === actor.id || mayAdminister(actor, bot),
  )
  return { ...(await endOffers(turn, [offer])), result: {} }
}
