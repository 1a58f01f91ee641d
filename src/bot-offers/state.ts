import type { StateOf } from '../events/part'
import { offersSeenBy } from './queries'
import { botOffer } from './schema'

/** Offers made to the user and those of their bots; for administrators, of all bots (register, `bot_offers`). */
export const botOffersState: StateOf = async ({ sql, actor }) => ({
  bot_offers: (await offersSeenBy(sql, actor)).map(botOffer),
})
