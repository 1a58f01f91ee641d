import { z } from 'zod'
import { botOwners } from '../bots/events'
import { tell, type OutgoingEvent, type SystemTurn } from '../core/turn/change'
import type { OfferRow } from './queries'
import { botOffer, botOfferSchema } from './schema'

const type = z.literal('bot_offers')

/**
 * Events about offers to pass a bot on (events, bot_offers). The person to whom the bot is offered is told, its owner, and
 * administrators; only in queues whose `event_types` name them, or that have the capability of this name.
 */
export const botOfferEventSchemas = [
  /** A bot is offered. The bot's former offer has ended, if there was one. */
  z.object({
    type,
    op: z.literal('add'),
    /** The offer. */
    bot_offer: z.strictObject(botOfferSchema.shape),
  }),
  /** The bot is not offered to you any more, or not by you: the offer was accepted, declined, taken back, or has ended. */
  z.object({
    type,
    op: z.literal('remove'),
    /** User id of the bot. */
    bot_id: z.int(),
  }),
] as const

type TurnReads = Pick<SystemTurn, 'cached' | 'realm_id'>

/** Ids of the accounts that see an offer (events, Recipients). */
const audienceOf = async (turn: TurnReads, offer: OfferRow): Promise<number[]> => [
  ...new Set([offer.receiver_id, ...(await botOwners(turn, offer))]),
]

/** The events of a new offer, which may replace another one. */
export async function offerMade(turn: TurnReads, offer: OfferRow, former: OfferRow | null): Promise<OutgoingEvent[]> {
  const audience = await audienceOf(turn, offer)
  const others =
    former === null ? [] : (await audienceOf(turn, former)).filter((user_id) => !audience.includes(user_id))
  return [
    tell(others, { type: 'bot_offers', op: 'remove', bot_id: offer.bot_id }),
    tell(audience, { type: 'bot_offers', op: 'add', bot_offer: botOffer(offer) }),
  ]
}

/** The event of an offer that has ended, except for users who are deactivated in the same change. */
export const offerEnded = async (
  turn: TurnReads,
  offer: OfferRow,
  leaving: readonly number[],
): Promise<OutgoingEvent> =>
  tell(
    (await audienceOf(turn, offer)).filter((user_id) => !leaving.includes(user_id)),
    { type: 'bot_offers', op: 'remove', bot_id: offer.bot_id },
  )
