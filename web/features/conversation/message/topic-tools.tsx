import { CircleCheck, MoveRight, RotateCcw } from 'lucide'
import { conversationKey, conversationOf, type Topic } from '../../../../client'
import { mayMoveAway, mayRenameTopic } from '../../../../client/policies'
import { texts } from '../../../i18n'
import { IconButton, showToast } from '../../../ui'
import { resolvedMark, unresolvedTopic } from '../../../routes/routes'
import { reasonOf } from '../../../ui/reason'
import { useSession } from '../../../session/context'
import { openMessageDialog } from './message-dialog'

/** Buttons that resolve or move a whole topic, if the user may. */
export function TopicTools({ topic }: { topic: Topic }) {
  const { store, outbox, ask } = useSession()
  const mayRename = mayRenameTopic(topic, store)
  const isResolved = topic.topic.startsWith(resolvedMark)
  const { move } = texts

  /** The id of a message by which the server finds the topic. Prefers one of the user's own, which can be moved for longer. */
  async function known(): Promise<number | null> {
    const key = conversationKey(topic)
    const all = [...store.messages.values()].filter(
      (one) => conversationKey(conversationOf(one, store.user_id)) === key,
    )
    const found = all.find(({ sender_id }) => sender_id === store.user_id) ?? all.at(-1)
    if (found !== undefined) return found.id
    const narrow = [
      { operator: 'stream', operand: topic.stream_id },
      { operator: 'topic', operand: topic.topic },
    ]
    const { messages } = await ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })
    return messages[0]?.id ?? null
  }

  async function withMessage(act: (message_id: number) => void): Promise<void> {
    try {
      const message_id = await known()
      if (message_id !== null) act(message_id)
    } catch (error) {
      showToast(reasonOf(error))
    }
  }

  function resolve(message_id: number): void {
    const name = isResolved ? unresolvedTopic(topic.topic) : resolvedMark + topic.topic
    outbox.do({ kind: 'move', message_id, topic: name, propagate_mode: 'change_all' }).done.catch(() => undefined)
  }

  return (
    <>
      {mayRename && (
        <IconButton
          icon={isResolved ? RotateCcw : CircleCheck}
          name={isResolved ? move.unresolve : move.resolve}
          onClick={() => void withMessage(resolve)}
        />
      )}
      {(mayRename || mayMoveAway(topic, store)) && (
        <IconButton
          icon={MoveRight}
          name={move.topic}
          onClick={() => void withMessage((message_id) => openMessageDialog('topic', message_id))}
        />
      )}
    </>
  )
}
