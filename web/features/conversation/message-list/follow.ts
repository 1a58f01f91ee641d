import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type Conversation, conversationOf, termsOfConversation, type View } from '../../../../client'
import type { Session } from '../../../session/open'
import { useSession } from '../../../session/context'
import { noteStep } from './feed-key'

/** Whether recent events say that the message was deleted. Then we need not ask the server where it is. */
const isDeleted = ({ client }: Session, id: number): boolean =>
  client.lastEvents
    .peek()
    .some((event) => event.type === 'delete_message' && 'message_ids' in event && event.message_ids.includes(id))

/** When all messages of the open topic are moved, goes there too: at once if the last message is held, else after a request. */
export function useFollow(conversation: Conversation | null, view: View): void {
  const session = useSession()
  const latest = useRef(conversation)
  latest.current = conversation

  /** Goes to the conversation that the message `last` is in now. */
  function followTo(from: Conversation, last: number): void {
    const { store } = session
    const message = store.messages.get(last)
    if (message !== undefined) {
      const to = termsOfConversation(conversationOf(message, store.user_id), store.user_id)
      noteStep(termsOfConversation(from, store.user_id), to)
      view.follow(to)
    } else if (isDeleted(session, last)) return
    void import('./follow-moved-topic').then(
      async ({ follow }) => follow(session, from, last),
      // Offline, and the code was never loaded: the user stays where they are.
      () => undefined,
    )
  }

  useEffect(() => {
    let shown: readonly number[] = []
    // This effect runs together with the change. An effect after the next render would be too late: that render would be empty.
    return effect(() => {
      const ids = view.ids.value
      const [before, from] = [shown, latest.current]
      shown = ids
      if (from === null || !('topic' in from) || before.length === 0) return
      if (!before.some((id) => ids.includes(id))) followTo(from, before.at(-1)!)
    })
  }, [view])
}
