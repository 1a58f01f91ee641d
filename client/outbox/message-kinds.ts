import type { Message } from '../api'
import { conversationKey, conversationOf, type Conversation } from '../store/conversation'
import { changed, withFlag, type MessageChange } from '../store/message-changes'
import type { Store } from '../store/store'
import type { Parameters, Target } from './command'
import type { Kind, Kinds } from './kind'

interface AboutMessage {
  readonly message_id: Target
}

const messageLane = ({ message_id }: AboutMessage): string => `message ${message_id}`

/** Changes of a message take turns with what is sent to its conversation. */
function conversationLane(params: AboutMessage, { messages, user_id }: Store): string {
  const message = messages.get(params.message_id as number)
  return message === undefined ? messageLane(params) : conversationKey(conversationOf(message, user_id))
}

/** Changes the message that a command is about. */
const its =
  <P extends AboutMessage>(effect: (message: Message, params: P, store: Store) => Message | undefined) =>
  (message: Message | undefined, { params }: { readonly params: P }, store: Store): Message | undefined =>
    message?.id === params.message_id ? effect(message, params, store) : message

/** A conversation as it is named when something is sent. */
const recipients = (to: Conversation, { user_id }: Store) =>
  'topic' in to
    ? ({ type: 'stream', to: `[${to.stream_id}]`, topic: to.topic } as const)
    : ({ type: 'private', to: `[${to.user_ids.join() || user_id}]` } as const)

const reacting = (op: 'add' | 'remove'): Kind<'react' | 'unreact'> => ({
  request: ({ params }) => [`${op === 'add' ? 'POST' : 'DELETE'} /messages/{message_id}/reactions`, params],
  lane: messageLane,
  effects: {
    message: its((message, params, { user_id, state }) => {
      const user = { user_id, email: state.email.peek(), full_name: state.full_name.peek() }
      return changed(message, { type: 'reaction', op, user_id, user, ...params } as unknown as MessageChange)!
    }),
  },
  doneIf: 'already_done',
})

const flagging = (op: 'add' | 'remove', flag: 'starred' | 'read'): Kind<'star' | 'unstar' | 'read' | 'unread'> => ({
  request: ({ params: { messages } }) => ['POST /messages/flags', { messages: [...messages], op, flag }],
  // Marks gather in one lane.
  lane: ({ messages }) => (flag === 'read' ? flag : `message ${messages.join()}`),
  effects: {
    message: (message, { params: { messages } }) =>
      message && messages.includes(message.id) ? withFlag(message, flag, op === 'add') : message,
    ...(flag === 'starred' && {
      starred_messages(ids, { params: { messages } }) {
        const rest = ids.filter((id) => !messages.includes(id))
        const now = op === 'add' ? [...rest, ...messages].toSorted((left, right) => left - right) : rest
        return now.length === ids.length ? ids : now
      },
    }),
  },
  ...(flag === 'read' && {
    isTold: ({ params: { messages } }, { unread }) =>
      messages.every((id) => (unread.confirmed(id) === undefined) === (op === 'add')),
  }),
})

/** Where a move takes a message. */
const moved = (
  message: Message,
  { topic = message.subject, stream_id = message.stream_id }: Parameters['move'],
): Message =>
  message.subject === topic && message.stream_id === stream_id ? message : { ...message, subject: topic, stream_id }

export const messageKinds = {
  send: {
    request: ({ id, queue_id, params: { to, content } }, store) => [
      'POST /messages',
      { ...recipients(to, store), content, queue_id, local_id: id },
    ],
    lane: ({ to }) => conversationKey(to),
    isTold: ({ made }, { state }) => state.max_message_id.peek() >= made!,
  },
  edit: {
    request: ({ params }) => ['PATCH /messages/{message_id}', params],
    lane: conversationLane,
    effects: {
      message: its((message, { content }) => ({ ...message, content, content_type: 'text/x-markdown' })),
    },
    // The text comes back as HTML: an event tells.
    isTold: () => false,
    async find({ params: { message_id, content } }, ask) {
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
        const named = messages.get(params.message_id)
        if (message === undefined || named === undefined) return message
        const { propagate_mode = 'change_one' } = params
        const isConcerned =
          message.id === named.id ||
          (propagate_mode !== 'change_one' &&
            (propagate_mode === 'change_all' || message.id > named.id) &&
            conversationKey(conversationOf(message, user_id)) === conversationKey(conversationOf(named, user_id)))
        return isConcerned ? moved(message, params) : message
      },
    },
    doneIf: 'already_done',
  },
  delete: {
    request: ({ params }) => ['DELETE /messages/{message_id}', params],
    lane: conversationLane,
    effects: { message: its(() => undefined) },
    doneIf: 'not_found',
  },
  react: reacting('add'),
  unreact: reacting('remove'),
  star: flagging('add', 'starred'),
  unstar: flagging('remove', 'starred'),
  read: flagging('add', 'read'),
  unread: flagging('remove', 'read'),
  vote: {
    request: ({ params: { message_id, msg_type, content } }) => ['POST /submessage', { message_id, msg_type, content }],
    lane: messageLane,
    effects: {
      message: its((message, { before = 0, ...params }, { user_id: sender_id }) => {
        const { submessages } = message
        const same = submessages.filter((one) => one.sender_id === sender_id && one.content === params.content)
        if (same.length > before) return message
        return { ...message, submessages: [...submessages, { ...params, sender_id, id: 0 }] }
      }),
    },
  },
} satisfies Partial<Kinds>
