import type { Message, Of } from '../api'

/** Events that change existing messages. */
export type MessageChange = Of<'update_message' | 'delete_message' | 'reaction' | 'submessage' | 'update_message_flags'>

type ChangeOf<T extends MessageChange['type']> = (message: Message, event: Of<T>) => Message

/** A message after an event about it. A repeated event returns the same object; null means that the message was deleted. */
export function applyToMessage(message: Message, event: MessageChange): Message | null {
  if (event.type === 'update_message') return withUpdate(message, event)
  if (event.type === 'reaction') return withReaction(message, event)
  if (event.type === 'submessage') return withSubmessage(message, event)
  if (event.type === 'update_message_flags') return withFlag(message, event.flag, event.op === 'add')
  // It was deleted.
  return null
}

/**
 * An event with a new topic or stream is about all messages that it names, and counts as an edit of each. New content is only
 * about `message_id`.
 */
const withUpdate: ChangeOf<'update_message'> = (message, event) => {
  const { message_id, subject, topic_links = message.topic_links, new_stream_id, flags, is_me_message } = event
  const isNamed = message.id === message_id
  const isMoved = subject !== undefined || new_stream_id !== undefined
  const content = message.content_type === 'text/html' ? event.rendered_content : event.content
  const { user_id, edit_timestamp: timestamp, orig_content: prev_content } = event
  const isEdit = !event.rendering_only && (isNamed || isMoved)
  // Only what distinguishes an edit, a move and a resolved topic. The whole history is fetched when somebody opens it.
  const edit = {
    user_id,
    timestamp,
    ...(isNamed && prev_content !== undefined && { prev_content }),
    ...(subject !== undefined && { prev_topic: event.orig_subject, topic: subject }),
    ...(new_stream_id !== undefined && { prev_stream: event.stream_id, stream: new_stream_id }),
  }
  const history = message.last_edit_timestamp === undefined ? [] : message.edit_history
  const earlierEdits = history?.filter((one) => one.timestamp !== timestamp || one.prev_content !== edit.prev_content)
  // The event does not say what a search would highlight in the new text.
  const { match_content: _, match_subject: __, ...rest } = message
  const newMessage = {
    ...rest,
    ...(isEdit && { last_edit_timestamp: timestamp, ...(earlierEdits && { edit_history: [edit, ...earlierEdits] }) }),
    ...(subject !== undefined && { subject, topic_links }),
    ...(new_stream_id && { stream_id: new_stream_id }),
    ...(isNamed && {
      flags,
      ...(content !== undefined && { content }),
      ...(is_me_message !== undefined && { is_me_message }),
    }),
  }
  // For a message that the account has not received, the event has no flag but `read`.
  return withFlag(newMessage, 'historical', message.flags.includes('historical'))
}

const withReaction: ChangeOf<'reaction'> = (message, event) => {
  const { op, user_id, emoji_name, emoji_code, reaction_type } = event
  const others = message.reactions.filter(
    (other) => other.user_id !== user_id || other.emoji_code !== emoji_code || other.reaction_type !== reaction_type,
  )
  const wasThere = others.length < message.reactions.length
  if (wasThere === (op === 'add')) return message
  if (wasThere) return { ...message, reactions: others }
  const { email, full_name } = event.user
  const user = { id: user_id, email, full_name, is_mirror_dummy: false }
  return { ...message, reactions: [...others, { user_id, emoji_name, emoji_code, reaction_type, user }] }
}

const withSubmessage: ChangeOf<'submessage'> = (message, event) => {
  const { type: _, submessage_id: id, ...rest } = event
  if (message.submessages.some((other) => other.id === id)) return message
  return { ...message, submessages: [...message.submessages, { id, ...rest }] }
}

/** The message with a flag, or without it; the same object if nothing changes. */
export function withFlag(message: Message, flag: string, isFlagged: boolean): Message {
  const others = message.flags.filter((own) => own !== flag)
  if (others.length < message.flags.length === isFlagged) return message
  return { ...message, flags: isFlagged ? [...others, flag] : others }
}
