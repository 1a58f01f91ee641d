import type { StateOf } from '../events/part'
import { offersSeenBy } from './queries'
import { botOffer } from './schema'

/** Offers to the user and offers of their bots; for administrators all offers (register, `bot_offers`). */
export const botOffersState: StateOf = async ({ sql, actor }) => ({
  bot_offers: (await offersSeenBy(sql, actor)).map(botOffer),
})
