import { type Conversation, conversationKey, withoutSelf } from '../../../client'
import { isConversation, isTopic, route } from '../../routes/routes'

/** The key of the open conversation; null if something else is open. */
export function openKey(user_id: number): string | null {
  const openRoute = route.value
  if (!isConversation(openRoute)) return null
  return conversationKey(isTopic(openRoute) ? openRoute : { user_ids: withoutSelf(openRoute.user_ids, user_id) })
}

/** Whether this conversation is the open one, so that its row in the list is marked. */
export const isOpen = (conversation: Conversation, user_id: number): boolean =>
  openKey(user_id) === conversationKey(conversation)
