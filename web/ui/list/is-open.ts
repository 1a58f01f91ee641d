import { type Conversation, conversationKey, withoutSelf } from '../../../client'
import { isConversation, isTopic, route } from '../../routes/routes'

/** The key of the conversation that is open, if it is one. */
export function openKey(user_id: number): string | null {
  const openRoute = route.value
  if (!isConversation(openRoute)) return null
  return conversationKey(isTopic(openRoute) ? openRoute : { user_ids: withoutSelf(openRoute.user_ids, user_id) })
}

/** Whether the conversation is open beside the list. */
export const isOpen = (conversation: Conversation, user_id: number): boolean =>
  openKey(user_id) === conversationKey(conversation)
