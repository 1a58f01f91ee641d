/**
 * A topic of a stream, or a group of people. `user_ids` are the other people, without the account itself. It is empty for
 * messages to oneself.
 */
export type Conversation = Topic | { readonly user_ids: readonly number[] }

/** A topic of a stream. Several spellings may name the same topic. */
export interface Topic {
  readonly stream_id: number
  readonly topic: string
}

/** Spellings with equal results are one topic. */
const foldCase = (topic: string): string => topic.normalize('NFC').toLowerCase()

const ascending = (a: number, b: number): number => a - b

/** Equal for all spellings of a topic, and for the same people in any order. */
export const conversationKey = (conversation: Conversation): string =>
  'stream_id' in conversation
    ? `${conversation.stream_id}:${foldCase(conversation.topic)}`
    : `with:${conversation.user_ids.toSorted(ascending).join()}`

/** The other people of a conversation, in the order of their ids. */
export const withoutSelf = (user_ids: readonly number[], selfId: number): number[] =>
  user_ids.filter((id) => id !== selfId).toSorted(ascending)

export function conversationOf(
  message: {
    stream_id?: number | undefined
    subject: string
    display_recipient: string | readonly { id: number }[]
  },
  selfId: number,
): Conversation {
  const { stream_id, subject, display_recipient } = message
  if (stream_id !== undefined) return { stream_id, topic: subject }
  const people = typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id)
  return { user_ids: withoutSelf(people, selfId) }
}
