import type { State, Store } from '../../client'

/** An open offer to pass a bot on. */
export type BotOffer = State['bot_offers'][number]

/** Bots that are offered to the reader. */
export const offeredToReader = ({ state, user_id }: Store): readonly BotOffer[] =>
  state.bot_offers.value.filter(({ offered_to }) => offered_to === user_id)
