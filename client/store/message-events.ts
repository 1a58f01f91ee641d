import type { Message, Of, State } from '../api'
import { conversationOf, type Conversation } from './conversation'
import type { Appliers, StoreInternals } from './internals'
import { mentionIn, mentionOf } from './read-unread'

/** The server lists the conversations of as many messages. */
const maxRecentConversations = 1000

/** The state has only the newest starred messages (register, starred_messages). */
const maxStarred = 10_000

/** The list of recent conversations has the newest first. */
function addRecentConversation({ fields }: StoreInternals, user_ids: number[], max_message_id: number): void {
  const recent = fields.recent_private_conversations
  const isSame = (one: State['recent_private_conversations'][number]) =>
    one.user_ids.length === user_ids.length && one.user_ids.every((id, index) => id === user_ids[index])
  if (max_message_id <= (recent.value.find(isSame)?.max_message_id ?? 0)) return
  recent.value = [{ max_message_id, user_ids }, ...recent.value.filter((one) => !isSame(one))]
    .toSorted((a, b) => b.max_message_id - a.max_message_id)
    .slice(0, maxRecentConversations)
}

const conversationInEvent = ({
  stream_id,
  topic = '',
  user_ids = [],
}: NonNullable<Of<'update_message_flags'>['message_details']>[string]): Conversation =>
  stream_id ? { stream_id, topic } : { user_ids }

function star(
  { fields: { starred_messages: list } }: StoreInternals,
  op: 'add' | 'remove',
  ids: Message['id'][],
): void {
  const starred = new Set(list.value)
  const { size } = starred
  for (const id of ids) starred[op === 'add' ? 'add' : 'delete'](id)
  if (starred.size !== size) list.value = [...starred].toSorted((a, b) => a - b).slice(-maxStarred)
}

const changeOne = ({ messages }: StoreInternals, event: Of<'reaction' | 'submessage'>): void =>
  messages.change(event, [event.message_id])

export const messageEvents = {
  message(internals, { message: eventMessage, flags }) {
    const { fields, messages, typing, unread, user_id } = internals
    const { id, sender_id } = eventMessage
    // A page may have brought the message before this event, together with later changes.
    const localMessage = messages.get(id) ?? { ...eventMessage, flags }
    messages.put(localMessage)
    const conversation = conversationOf(eventMessage, user_id)
    typing.stop(conversation, sender_id)
    if (![...flags, ...localMessage.flags].includes('read'))
      unread.put(id, { conversation, mention: mentionIn(localMessage.flags) })
    fields.max_message_id.value = Math.max(fields.max_message_id.value, id)
    if ('user_ids' in conversation) addRecentConversation(internals, [...conversation.user_ids], id)
  },

  update_message({ messages, unread, user_id }, event) {
    const { message_id, message_ids, subject, new_stream_id, flags, rendering_only } = event
    messages.change(event, [message_id, ...message_ids])
    if (rendering_only) return
    for (const id of message_ids) {
      const localMessage = messages.get(id)
      // A message may come first at the place to which it was moved. Before the move, it did not count if the account is not
      // subscribed there.
      const isNew = new_stream_id !== undefined && localMessage && !localMessage.flags.includes('read')
      const oldUnread =
        unread.confirmed(id) ??
        (isNew
          ? { conversation: conversationOf(localMessage, user_id), mention: mentionIn(localMessage.flags) }
          : undefined)
      if (!oldUnread) continue
      const { conversation } = oldUnread
      unread.put(id, {
        // Private messages are not moved.
        conversation:
          'stream_id' in conversation
            ? { stream_id: new_stream_id ?? conversation.stream_id, topic: subject ?? conversation.topic }
            : conversation,
        mention: id === message_id ? mentionIn(flags) : oldUnread.mention,
      })
    }
  },

  delete_message(internals, event) {
    // The other form of this event goes to clients without `bulk_message_deletion`, which this library has.
    if (!('message_ids' in event)) return
    const { message_ids: ids } = event
    internals.messages.change(event, ids)
    for (const id of ids) internals.unread.remove(id)
    star(internals, 'remove', ids)
  },

  reaction: changeOne,
  submessage: changeOne,

  update_message_flags(internals, event) {
    const { fields, messages, unread, user_id } = internals
    const { op, flag, all, messages: ids } = event
    // A page may have brought messages that were sent after this event. They stay as they are.
    messages.change(event, all ? { until: fields.max_message_id.value } : ids)
    if (flag === 'starred') star(internals, op, ids)
    if (flag !== 'read') return
    if (all && op === 'add') unread.clear()
    for (const id of ids) {
      if (op === 'add') {
        unread.remove(id)
        continue
      }
      const localMessage = messages.get(id)
      const details = event.message_details?.[id]
      // The message in the store may be older than the event.
      const conversation = details
        ? conversationInEvent(details)
        : localMessage && conversationOf(localMessage, user_id)
      if (conversation)
        unread.put(id, {
          conversation,
          mention: mentionOf(localMessage, details?.mentioned, unread.isMuted(conversation)),
        })
    }
  },
} satisfies Appliers
