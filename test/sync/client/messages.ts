import type { Place } from './unread-place'
import type { Applying, Client, KnownMessage, Of } from './client'

type DisplayRecipient = { id: number }[]

/** Where a message counts while it is unread. */
const placeOf = (user_id: number, message: Pick<KnownMessage, 'type' | 'subject'> & Record<string, unknown>): Place =>
  message.type === 'stream'
    ? { stream_id: message['stream_id'] as number, topic: message.subject, mentioned: false }
    : { others: othersOf(user_id, message['display_recipient'] as DisplayRecipient), mentioned: false }

const othersOf = (user_id: number, people: DisplayRecipient): number[] =>
  people
    .map(({ id }) => id)
    .filter((id) => id !== user_id)
    .toSorted((left, right) => left - right)

const message: Applying<'message'> = ({ user_id, state, messages, unread }, { message, flags }) => {
  if (messages.has(message.id)) throw new Error(`Message ${message.id} is told twice`)
  if (message.id <= state.max_message_id) throw new Error(`Message ${message.id} is told after a newer one`)
  const known = { ...message, flags } as KnownMessage
  messages.set(message.id, known)
  state.max_message_id = message.id
  if (!flags.includes('read')) unread.set(message.id, placeOf(user_id, known))
  if (known.type === 'private')
    remember(state, othersOf(user_id, known.display_recipient as DisplayRecipient), message.id)
}

/** The conversation is the newest now. */
function remember(state: Client['state'], user_ids: number[], max_message_id: number): void {
  const others = state.recent_private_conversations.filter((one) => one.user_ids.join() !== user_ids.join())
  state.recent_private_conversations = [{ max_message_id, user_ids }, ...others]
}

const update_message: Applying<'update_message'> = (client, event) => {
  const { messages, unread } = client
  for (const id of event.message_ids) {
    const known = messages.get(id)
    if (known !== undefined) relocate(known, event)
    const place = unread.get(id)
    if (place !== undefined && 'stream_id' in place) {
      place.topic = event.subject ?? place.topic
      place.stream_id = event.new_stream_id ?? place.stream_id
    }
  }
  if (event.new_stream_id !== undefined && !isSubscribed(client, event.new_stream_id))
    for (const id of event.message_ids) forget(client, id)
  const named = messages.get(event.message_id)
  if (named === undefined) return
  named.flags = event.flags
  if (event.rendered_content === undefined) return
  named.content = event.rendered_content
  if (event.is_me_message !== undefined) named.is_me_message = event.is_me_message
}

const isSubscribed = ({ state }: Client, id: number): boolean =>
  state.subscriptions.some(({ stream_id }) => stream_id === id)

/** Messages that are gone, or in a stream that is none of the reader's, are no longer among what they received. */
function forget({ messages, unread }: Client, id: number): void {
  messages.delete(id)
  unread.delete(id)
}

/** A new topic or stream is told of every message, and counts as an edit of each. */
function relocate(known: KnownMessage, event: Of<'update_message'>): void {
  if (event.rendering_only) return
  if (known.id === event.message_id || event.subject !== undefined || event.new_stream_id !== undefined)
    known.last_edit_timestamp = event.edit_timestamp
  if (event.subject !== undefined) {
    known.subject = event.subject
    known.topic_links = event.topic_links ?? known.topic_links
  }
  if (event.new_stream_id !== undefined) Object.assign(known, { stream_id: event.new_stream_id })
}

const delete_message: Applying<'delete_message'> = (client, event) => {
  const ids = 'message_ids' in event ? event.message_ids : [event.message_id]
  for (const id of ids) forget(client, id)
  client.state.starred_messages = client.state.starred_messages.filter((id) => !ids.includes(id))
}

const reaction: Applying<'reaction'> = ({ messages }, event) => {
  const known = messages.get(event.message_id)
  if (known === undefined) return
  const { op, user_id, emoji_name, emoji_code, reaction_type } = event
  const isSame = (other: (typeof known.reactions)[number]) =>
    other.user_id === user_id && other.emoji_code === emoji_code && other.reaction_type === reaction_type
  if (known.reactions.some(isSame) !== (op === 'remove')) throw new Error(`A reaction is told twice, to ${op} it`)
  if (op === 'remove') {
    known.reactions = known.reactions.filter((other) => !isSame(other))
    return
  }
  const { user_id: id, email, full_name } = event.user
  const user = { id, email, full_name, is_mirror_dummy: false }
  known.reactions.push({ user_id, emoji_name, emoji_code, reaction_type, user })
}

const submessage: Applying<'submessage'> = ({ messages }, event) => {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event
  messages.get(message_id)!.submessages.push({ id, message_id, sender_id, msg_type, content })
}

export const messageEvents = { message, update_message, delete_message, reaction, submessage }
