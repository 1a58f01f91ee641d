import { addressOf, namesOf, type Store } from '../../client'
import { messageHref } from './routes'

/** The address of a message in its conversation if the store knows it; otherwise among all messages. */
export function messageAddress(id: number, store: Store): string {
  const message = store.messages.get(id)
  return message ? messageHref(message, store, id) : addressOf([], namesOf(store), id)
}
