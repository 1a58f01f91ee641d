import type { Conversation, Message } from '../../client'
import { conversationKey, conversationOf } from '../../client/store/conversation'
import { carryText, hashOf, nameOf, writeTo } from '../compose'
import type { Session } from '../open'
import { say } from '../parts'
import { words } from '../words'

/** A message where it is now; undefined if it is gone, or nobody knows. */
async function find({ store, ask }: Session, id: number): Promise<Message | undefined> {
  const known = store.messages.get(id)
  if (known !== undefined) return known
  try {
    return (await ask('GET /messages/{message_id}', { message_id: id })).message
  } catch {
    return undefined
  }
}

/** Goes where the last message of a conversation is now, with what is being written. */
export async function follow(session: Session, from: Conversation, last: number): Promise<void> {
  const { store } = session
  const message = await find(session, last)
  const to = message && conversationOf(message, store.user_id)
  if (to === undefined || conversationKey(to) === conversationKey(from)) return
  const isWriting = Boolean(document.activeElement?.closest('.compose textarea'))
  carryText(session, from, to)
  location.replace(hashOf(to, store))
  if (isWriting) writeTo(to, store.user_id)
  say(words.feed.moved(nameOf(to, store)))
}
