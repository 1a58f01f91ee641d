import type { State, Store } from '../../../../client'
import { creatableBotTypes } from '../../../../client/policies'
import { offeredToReader } from '../../../session/bot-offers'

/** A bot with the details for its owner and administrators. */
export type Bot = State['realm_bots'][number]

/** Whether the current user may make a bot, has one, or was offered one. */
export const hasToDoWithBots = (store: Store): boolean =>
  creatableBotTypes(store).length > 0 ||
  store.state.realm_bots.value.some(({ owner_id }) => owner_id === store.user_id) ||
  offeredToReader(store).length > 0
