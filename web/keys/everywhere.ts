import type { Message } from '../../client'
import { conversationKey, conversationOf } from '../../client/store/conversation'
import { mutesOf } from '../../client/narrow/terms'
import { hashOf } from '../compose'
import { say } from '../parts'
import { laterWords } from '../later-words'
import { conversationAddress } from '../message'
import { isConversation, place, streamAddress, viewAddress, type View } from '../places'
import { muteTopic } from '../mutes'
import { useSession } from '../session'
import { selectMessage, useCommand } from './commands'
import { nextUnread } from './unread'

const allPrivate = '#narrow/is/private'

const open = (view: View): void => {
  location.hash = viewAddress(view)
}

/** Handles what leads from everywhere to somewhere else. */
export function useEverywhere(): void {
  const session = useSession()
  const { store } = session

  function toUnread(kind: 'topic' | 'private'): void {
    const next = nextUnread(store, kind)
    if (next === null) say(laterWords.keys.nothingUnread[kind])
    else location.hash = hashOf(next, store)
  }

  useCommand('nextTopic', () => toUnread('topic'))
  useCommand('nextPrivate', () => toUnread('private'))
  useCommand('inbox', () => open('inbox'))
  useCommand('recent', () => open('recent'))
  useCommand('all', () => open('all'))
  useCommand('starred', () => open('starred'))
  useCommand('drafts', () => open('drafts'))
  useCommand('private', () => (location.hash = allPrivate))
  useCommand('toConversation', (id) => {
    const message = store.messages.get(id)
    if (message === undefined) return false
    const to = conversationOf(message, store.user_id)
    const now = place.peek()
    const isHere = isConversation(now) && conversationKey(now) === conversationKey(to)
    location.hash = isHere ? outside(message) : conversationAddress(message, store, id).slice(1)
    return true
  })
  useCommand('muteTopic', (id) => {
    const message = store.messages.get(id)
    if (message?.stream_id === undefined) return false
    const topic = { stream_id: message.stream_id, topic: message.subject }
    muteTopic(session, topic, mutesOf(store)(topic) !== 'topic')
    return true
  })
  useCommand('toStream', (id) => {
    const message = store.messages.get(id)
    if (message === undefined) return false
    location.hash = outside(message)
    return true
  })
}

/** The address of all that stands beside a conversation, at one of its messages. */
const outside = ({ id, stream_id, display_recipient }: Message): string =>
  stream_id === undefined
    ? allPrivate
    : streamAddress({ stream_id, name: display_recipient as string }, undefined, id).slice(1)

/** Goes one level out: from a text box to what is read, from there to the inbox. */
export function goOut(): void {
  const focused = document.activeElement as HTMLElement | null
  if (focused?.matches('input, textarea, select')) {
    focused.blur()
    selectMessage()
  } else open('inbox')
}
