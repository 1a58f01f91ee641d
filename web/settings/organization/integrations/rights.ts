import type { Store } from '../../../../client'
import { botTypes, creatableBotTypes, isAdministrator, isGuest } from '../../../../client/policies'

/** Whether the current user may add an integration. */
export const mayAddIntegration = (store: Store): boolean => creatableBotTypes(store).includes(botTypes.incoming)

/** Whether the current user may add an integration, or sees bots that can be integrations. */
export const hasToDoWithIntegrations = (store: Store): boolean =>
  !isGuest(store) &&
  (mayAddIntegration(store) ||
    isAdministrator(store) ||
    store.state.realm_bots.value.some(
      ({ owner_id, bot_type, is_active }) => is_active && bot_type === botTypes.incoming && owner_id === store.user_id,
    ))
