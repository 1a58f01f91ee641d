import { ids, varying, type Examples } from '../examples'

const offer = {
  bot_id: ids.tideBot,
  offered_to: ids.bo,
  offered_by: ids.ada,
  offered_at: 1_700_000_000,
  expires_at: 1_700_604_800,
  storage_bytes: 10_000,
}

const offered = { ask: 'PATCH /bots/{bot_id}', params: { bot_id: ids.tideBot, bot_owner_id: ids.bo } }

export const examples: Examples = {
  getBotOffers: {
    before: [offered],
    answer: {
      offers: [
        {
          ...offer,
          bot_full_name: 'Tide bot',
          offered_to_full_name: varying('Bo'),
          offered_by_full_name: varying('Ada'),
        },
      ],
    },
  },
  endBotOffer: { by: 'bo', params: { bot_id: ids.tideBot }, answer: {} },
  acceptBotOffer: { before: [offered], by: 'bo', params: { bot_id: ids.tideBot }, answer: {} },
}
