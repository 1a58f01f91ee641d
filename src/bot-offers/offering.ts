import { isAdministrator } from '../accounts/roles'
import { nextOwner } from '../bots/passing-on'
import type { BotRow } from '../bots/queries'
import { storedBytes } from '../bot-storage/queries'
import { refused } from '../core/base/errors'
import type { Step, Turn } from '../core/turn/change'
import { endOffers } from './ending'
import { offerMade } from './events'
import { expiryOf } from './expiry'
import { assertMayOffer } from './limits'
import { offerOf, type OfferRow } from './queries'
import { storeOffer } from './writes'

/**
 * Bytes that a bot may store in addition to those at the time of the offer, because its program keeps running until somebody
 * accepts.
 */
const growthBytes = 10_000

/** The open offer of a bot after a change, or null, and the step that changes it. */
interface Offering {
  readonly offer: OfferRow | null
  readonly step: Step
}

/**
 * Offers a bot to somebody, in place of any former offer (behaviour, Bots that are passed on). Naming the present owner withdraws
 * the offer; null keeps it. The caller checks that the actor may administer the bot.
 */
export async function replaceOffer(turn: Turn, bot: BotRow, receiver_id: number | null): Promise<Offering> {
  const former = await offerOf(turn.sql, bot.id)
  if (receiver_id === null) return { offer: former, step: { writes: [] } }
  if (receiver_id === bot.bot_owner_id)
    return { offer: null, step: await endOffers(turn, former === null ? [] : [former]) }
  if (!bot.is_active) throw refused('Failed to change owner, the bot is deactivated')
  await nextOwner(turn, bot, receiver_id)
  const offer = await newOffer(turn, bot, receiver_id)
  // Some clients send all fields of a form again, and each offer notifies somebody.
  if (former !== null && isSameOffer(former, offer) && turn.now < expiryOf(former))
    return { offer: former, step: { writes: [] } }
  await assertMayOffer(turn, offer)
  return { offer, step: { writes: [storeOffer(offer)], events: await offerMade(turn, offer, former) } }
}

const newOffer = async ({ actor, sql, now }: Turn, bot: BotRow, receiver_id: number): Promise<OfferRow> => ({
  bot_id: bot.id,
  bot_owner_id: bot.bot_owner_id,
  receiver_id,
  maker_id: actor.id,
  made_at: now,
  storage_bytes: (await storedBytes(sql, bot.id)) + growthBytes,
  payload_url: isAdministrator(actor) ? bot.payload_url : null,
})

const isSameOffer = (former: OfferRow, next: OfferRow): boolean =>
  former.receiver_id === next.receiver_id &&
  former.maker_id === next.maker_id &&
  former.payload_url === next.payload_url &&
  former.storage_bytes >= next.storage_bytes - growthBytes
