import { addressOf, namesOf, type Message, type Store } from '../../client'
import { conversationOf } from '../../client/store/conversation'

/** The address of the conversation of a message, perhaps at a message. */
export function conversationAddress(message: Message, store: Store, near?: number): string {
  const to = conversationOf(message, store.user_id)
  const terms =
    'topic' in to
      ? [
          { operator: 'stream', operand: to.stream_id },
          { operator: 'topic', operand: to.topic },
        ]
      : [{ operator: 'pm-with', operand: to.user_ids.length > 0 ? to.user_ids : [store.user_id] }]
  return addressOf(terms, namesOf(store), near)
}
