import { type Conversation, conversationKey, conversationOf, type Store } from '../../../../client'
import { mayEdit } from '../../../../client/policies'
import { beginEdit } from './edits'

/** Begins to edit the user's newest message in a conversation, if it can be edited. */
export function editNewest(where: Conversation | null, store: Store): void {
  if (where === null) return
  const key = conversationKey(where)
  let newest: number | null = null
  for (const message of store.messages.values())
    if (
      message.sender_id === store.user_id &&
      message.id > (newest ?? 0) &&
      conversationKey(conversationOf(message, store.user_id)) === key
    )
      newest = message.id
  const message = store.messages.get(newest ?? 0)
  if (message !== undefined && mayEdit(message, store)) beginEdit(message.id)
}
