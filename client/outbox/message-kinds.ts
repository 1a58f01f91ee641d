import type { Message } from '../api'
import { conversationKey, conversationOf, type Conversation } from '../store/conversation'
import { applyToMessage, withFlag } from '../store/message-changes'
import type { Store } from '../store/store'
import type { CommandParams, Target } from './command'
import type { Kind, Kinds } from './kind'

interface MessageParams {
  readonly message_id: Target
}

const messageLane = ({ message_id }: MessageParams): string => `message ${message_id}`

/** Changes of a message share a lane with the messages that are sent to its conversation. */
function conversationLane(params: MessageParams, { messages, user_id }: Store): string {
  const message = messages.get(params.message_id as number)
  return message === undefined ? messageLane(params) : conversationKey(conversationOf(message, user_id))
}

/** An effect on the one message that a command names. */
const changeTarget =
  <P extends MessageParams>(effect: (message: Message, params: P, store: Store) => Message | undefined) =>
  (message: Message | undefined, { params }: { readonly params: P }, store: Store): Message | undefined =>
    message?.id === params.message_id ? effect(message, params, store) : message

/** The parameters of `POST /messages` that name a conversation. */
const recipients = (to: Conversation, { user_id }: Store) =>
  'topic' in to
    ? ({ type: 'stream', to: `[${to.stream_id}]`, topic: to.topic } as const)
    : ({ type: 'private', to: `[${to.user_ids.join() || user_id}]` } as const)

const reactionKind = (op: 'add' | 'remove'): Kind<'react' | 'unreact'> => ({
  request: ({ params }) => [`${op === 'add' ? 'POST' : 'DELETE'} /messages/{message_id}/reactions`, params],
  lane: messageLane,
  effects: {
    message: changeTarget((message, params, { user_id, state }) => {
      const user = { user_id, email: state.email.peek(), full_name: state.full_name.peek() }
      return applyToMessage(message, { type: 'reaction', op, user_id, user, ...params })!
    }),
  },
  doneIf: 'already_done',
})

const flagKind = (op: 'add' | 'remove', flag: 'starred' | 'read'): Kind<'star' | 'unstar' | 'read' | 'unread'> => ({
  request: ({ params: { messages } }) => ['POST /messages/flags', { messages: [...messages], op, flag }],
  // All marks as read share one lane, so that they can be merged.
  lane: ({ messages }) => (flag === 'read' ? flag : `message ${messages.join()}`),
  effects: {
    message: (message, { params: { messages } }) =>
      message && messages.includes(message.id) ? withFlag(message, flag, op === 'add') : message,
    ...(flag === 'starred' && {
      starred_messages(ids, { params: { messages } }) {
        const rest = ids.filter((id) => !messages.includes(id))
        const newIds = op === 'add' ? [...rest, ...messages].toSorted((a, b) => a - b) : rest
        return newIds.length === ids.length ? ids : newIds
      },
    }),
  },
  ...(flag === 'read' && {
    isConfirmed: ({ params: { messages } }, { unread }) =>
      messages.every((id) => (unread.confirmed(id) === undefined) === (op === 'add')),
  }),
})

const moveMessage = (
  message: Message,
  { topic = message.subject, stream_id = message.stream_id }: CommandParams['move'],
): Message =>
  message.subject === topic && message.stream_id === stream_id ? message : { ...message, subject: topic, stream_id }

export const messageKinds = {
  send: {
    request: ({ id, queue_id, params: { to, content } }, store) => [
      'POST /messages',
      { ...recipients(to, store), content, queue_id, local_id: id },
    ],
    lane: ({ to }) => conversationKey(to),
    isConfirmed: ({ createdId }, { state }) => state.max_message_id.peek() >= createdId!,
  },
  edit: {
    request: ({ params }) => ['PATCH /messages/{message_id}', params],
    lane: conversationLane,
    effects: {
      message: changeTarget((message, { content }) => ({ ...message, content, content_type: 'text/x-markdown' })),
    },
    // The store has the new text as HTML, which cannot be compared. An event confirms the edit.
    isConfirmed: () => false,
    async findAnswer({ params: { message_id, content } }, ask) {
      const answer = await ask('GET /messages/{message_id}', {
        message_id: message_id as number,
        apply_markdown: false,
      })
      return answer.message.content === content && {}
    },
  },
  move: {
    request: ({ params }) => ['PATCH /messages/{message_id}', params],
    lane: conversationLane,
    effects: {
      message(message, { params }, { messages, user_id }) {
        const target = messages.get(params.message_id)
        if (message === undefined || target === undefined) return message
        const { propagate_mode = 'change_one' } = params
        const isConcerned =
          message.id === target.id ||
          (propagate_mode !== 'change_one' &&
            (propagate_mode === 'change_all' || message.id > target.id) &&
            conversationKey(conversationOf(message, user_id)) === conversationKey(conversationOf(target, user_id)))
        return isConcerned ? moveMessage(message, params) : message
      },
    },
    doneIf: 'already_done',
  },
  delete: {
    request: ({ params }) => ['DELETE /messages/{message_id}', params],
    lane: conversationLane,
    effects: { message: changeTarget(() => undefined) },
    doneIf: 'not_found',
  },
  react: reactionKind('add'),
  unreact: reactionKind('remove'),
  star: flagKind('add', 'starred'),
  unstar: flagKind('remove', 'starred'),
  read: flagKind('add', 'read'),
  unread: flagKind('remove', 'read'),
  vote: {
    request: ({ params: { message_id, msg_type, content } }) => ['POST /submessage', { message_id, msg_type, content }],
    lane: messageLane,
    effects: {
      message: changeTarget((message, { before = 0, ...params }, { user_id: sender_id }) => {
        const { submessages } = message
        const equalSubmessages = submessages.filter(
          (one) => one.sender_id === sender_id && one.content === params.content,
        )
        if (equalSubmessages.length > before) return message
        return { ...message, submessages: [...submessages, { ...params, sender_id, id: 0 }] }
      }),
    },
  },
} satisfies Partial<Kinds>
