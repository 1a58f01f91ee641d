import type { State, Store } from '../../client'

/** An open offer to transfer a bot to another owner. */
export type BotOffer = State['bot_offers'][number]

/** Bots that were offered to the current user. */
export const offeredToReader = ({ state, user_id }: Store): readonly BotOffer[] =>
  state.bot_offers.value.filter(({ offered_to }) => offered_to === user_id)
