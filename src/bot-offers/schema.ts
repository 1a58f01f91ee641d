import { z } from 'zod'
import type { OfferRow } from './queries'
import { expiryOf } from './expiry'

/** An open offer to pass a bot on (objects, Bot offer). */
export const botOfferSchema = z.object({
  /** User id of the bot. A bot has one open offer at most. */
  bot_id: z.int(),
  /** Id of the person who may accept the offer, and so become the owner of the bot. */
  offered_to: z.int(),
  /** Id of the account that made the offer: the owner of the bot, or an administrator. */
  offered_by: z.int(),
  /** When the offer was made, in seconds since 1970 UTC. */
  offered_at: z.int(),
  /** From when on the offer cannot be accepted any more, in seconds since 1970 UTC. */
  expires_at: z.int(),
  /**
   * Most bytes that the bot's `bot_storage` may have when the offer is accepted: what the bot stored when it was offered, and 10,000
   * more. They go on to count for whoever owned the bot when they were stored.
   */
  storage_bytes: z.int(),
})

export type BotOffer = z.infer<typeof botOfferSchema>

/** An offer in the form of responses and events. */
export const botOffer = (row: OfferRow): BotOffer => ({
  bot_id: row.bot_id,
  offered_to: row.receiver_id,
  offered_by: row.maker_id,
  offered_at: Math.floor(row.made_at),
  expires_at: Math.floor(expiryOf(row)),
  storage_bytes: row.storage_bytes,
})
