import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathId } from '../core/http/params'
import { namedOffersSeenBy } from './queries'
import { botOffer, botOfferSchema } from './schema'

/** User id of the bot. */
const bot_id = pathId()

/**
 * Answers the open offers to pass a bot on that you have to do with: those made to you, and those of your bots. Administrators
 * get those of all bots. `PATCH /bots/{bot_id}` makes an offer. Clients that hold an event queue with the capability `bot_offers`
 * need not ask again: they find the offers in `bot_offers` of `POST /register`, and are told of changes by events of this name.
 */
export const botOffersEndpoint = endpoint('GET /bots/offers', {
  summary: 'Open offers to pass bots on',
  large: true,
  returns: {
    /** The offers, the oldest first. */
    offers: z.array(
      botOfferSchema.extend({
        /** Name of the bot. */
        bot_full_name: z.string(),
        /** Name of the person who may accept. */
        offered_to_full_name: z.string(),
        /** Name of the account that made the offer. */
        offered_by_full_name: z.string(),
      }),
    ),
  },
  async run({ viewer, sql }) {
    const rows = await namedOffersSeenBy(sql, await viewer())
    return {
      offers: rows.map((row) => ({
        ...botOffer(row),
        bot_full_name: row.bot_full_name,
        offered_to_full_name: row.receiver_full_name,
        offered_by_full_name: row.maker_full_name,
      })),
    }
  },
})

/**
 * Makes you the owner of a bot that is offered to you. What it does counts towards your limits from then on, and it may do what
 * you may do, as far as its role allows, which is lowered to yours. Its keys end: make another one with
 * `POST /bots/{bot_id}/api_key/regenerate`. An outgoing webhook has a new `token`; its address stays only if an administrator
 * offered it, and nobody changed it since. Files that it uploaded go on to take the space of the former owner.
 *
 * @error BAD_REQUEST You have no such offer, or it has ended.
 * @error BAD_REQUEST You are a guest, or have as many bots as you may have.
 * @error BAD_REQUEST The bot stores more in `bot_storage` than its offer says.
 */
export const acceptBotOfferEndpoint = endpoint('POST /bots/{bot_id}/offer/accept', {
  summary: 'Take a bot over that is offered to you',
  overSocket: true,
  params: { bot_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('acceptBotOffer', params)
  },
})

/**
 * Ends an open offer: you decline one that was made to you, or take one back of a bot that you may change. The bot stays as it is.
 *
 * @error BAD_REQUEST There is no such offer, or it is none of yours.
 */
export const endBotOfferEndpoint = endpoint('DELETE /bots/{bot_id}/offer', {
  summary: 'Decline an offer of a bot, or take it back',
  overSocket: true,
  params: { bot_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('endBotOffer', params)
  },
})
