import { conversationKey, conversationOf, type Message, type Store, withoutSelf } from '../../../../client'
import { focusComposer } from '../compose/target'
import { isTopic, peopleAddress, route, goTo, messageHref } from '../../../routes/routes'

/** Focuses the compose box of a message's conversation, and inserts a text. Goes there first, unless it is open. */
export function replyTo(message: Message, store: Store, text?: string): void {
  const { user_id } = store
  const to = conversationOf(message, user_id)
  const openRoute = route.peek()
  const here = isTopic(openRoute) ? openRoute : openRoute !== null && 'user_ids' in openRoute ? openRoute : null
  const opened = here !== null && 'user_ids' in here ? { user_ids: withoutSelf(here.user_ids, user_id) } : here
  if (opened === null || conversationKey(opened) !== conversationKey(to)) goTo(messageHref(message, store, message.id))
  focusComposer(to, user_id, text)
}

/** Goes to the direct messages with the sender, and focuses the compose box. */
export function replyPrivately({ sender_id, sender_full_name }: Message, { user_id }: Store): void {
  goTo(peopleAddress([sender_id], [sender_full_name]))
  focusComposer({ user_ids: [sender_id] }, user_id)
}

/** Replies to a message where it was sent, with a mention of the sender. */
export const mentionSender = (message: Message, store: Store): void =>
  replyTo(message, store, `@**${message.sender_full_name}|${message.sender_id}**`)
