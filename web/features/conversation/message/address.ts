import { addressOf, conversationOf, type Message, namesOf, type Store, termsOfConversation } from '../../../../client'

/** The address of the conversation of a message, perhaps at a message. */
export function conversationAddress(message: Message, store: Store, near?: number): string {
  const { user_id } = store
  return addressOf(termsOfConversation(conversationOf(message, user_id), user_id), namesOf(store), near)
}
