import type { Message, Of, State } from '../api'
import { conversationOf, type Conversation } from './conversation'
import type { Appliers, StoreInternals } from './internals'
import { mentionIn, mentionOf } from './read-unread'

/** Conversations that are remembered as recent; the server remembers those of as many messages. */
const maxRecentConversations = 1000

/** Starred messages that the state has: the newest (register, starred_messages). */
const maxStarred = 10_000

/** Puts the conversation among the recent ones, the newest first. */
function addRecentConversation({ fields }: StoreInternals, user_ids: number[], max_message_id: number): void {
  const recent = fields.recent_private_conversations
  const isSame = (one: State['recent_private_conversations'][number]) =>
    one.user_ids.length === user_ids.length && one.user_ids.every((id, index) => id === user_ids[index])
  if (max_message_id <= (recent.value.find(isSame)?.max_message_id ?? 0)) return
  recent.value = [{ max_message_id, user_ids }, ...recent.value.filter((one) => !isSame(one))]
    .toSorted((left, right) => right.max_message_id - left.max_message_id)
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
  if (starred.size !== size) list.value = [...starred].toSorted((left, right) => left - right).slice(-maxStarred)
}

const changeOne = ({ messages }: StoreInternals, event: Of<'reaction' | 'submessage'>): void =>
  messages.change(event, [event.message_id])

export const messageEvents = {
  message(internals, { message: eventMessage, flags }) {
    const { fields, messages, typing, unread, user_id } = internals
    const { id, sender_id } = eventMessage
    // A page that was asked for since may have it already, with what has happened to it.
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
      // A message that was moved may be told at its new place at first, and not count yet because the reader is not there.
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
    // Clients that cannot be told of several at once are not of this library.
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
    // Messages that a page brought ahead of their events were sent later.
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
      // What is held may be older than what is told.
      const conversation = details
        ? conversationInEvent(details)
        : localMessage && conversationOf(localMessage, user_id)
      if (conversation) unread.put(id, { conversation, mention: mentionOf(localMessage, details?.mentioned) })
    }
  },
} satisfies Appliers
