import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import {
  type Conversation,
  conversationOf,
  narrowKey,
  type Terms,
  termsOfConversation,
  type View,
} from '../../../../client'
import type { Session } from '../../../session/open'
import { useSession } from '../../../session/context'

/** The narrow that was left last because its messages have another one now, and that one. */
let step: readonly [from: string, to: string] | null = null

/** The same as long as the messages on show are the same, whatever their topic is called. */
export function useFeedKey(terms: Terms): number {
  const narrow = narrowKey(terms)
  const shown = useRef({ narrow, key: 0 })
  const { current: before } = shown
  if (before.narrow !== narrow) {
    const isSame = step?.[0] === before.narrow && step[1] === narrow
    step = null
    shown.current = { narrow, key: before.key + (isSame ? 0 : 1) }
  }
  return shown.current.key
}

/** Whether the newest events say that the message was deleted. Then the server need not be asked where it is. */
const isDeleted = ({ client }: Session, id: number): boolean =>
  client.heard
    .peek()
    .some((event) => event.type === 'delete_message' && 'message_ids' in event && event.message_ids.includes(id))

/** Follows a conversation that is read when all of it is moved elsewhere: at once where its messages are known. */
export function useFollow(conversation: Conversation | null, view: View): void {
  const session = useSession()
  const latest = useRef(conversation)
  latest.current = conversation

  /** Goes where a message is now. */
  function followTo(from: Conversation, last: number): void {
    const { store } = session
    const message = store.messages.get(last)
    if (message !== undefined) {
      const to = termsOfConversation(conversationOf(message, store.user_id), store.user_id)
      step = [narrowKey(termsOfConversation(from, store.user_id)), narrowKey(to)]
      view.follow(to)
    } else if (isDeleted(session, last)) return
    void import('./follow-moved-topic').then(
      async ({ follow }) => follow(session, from, last),
      // Offline: where it is now is told when it is opened.
      () => undefined,
    )
  }

  useEffect(() => {
    let shown: readonly number[] = []
    // With the change, not after it: what is drawn in between would be empty.
    return effect(() => {
      const ids = view.ids.value
      const [before, from] = [shown, latest.current]
      shown = ids
      if (from === null || !('topic' in from) || before.length === 0) return
      if (!before.some((id) => ids.includes(id))) followTo(from, before.at(-1)!)
    })
  }, [view])
}
