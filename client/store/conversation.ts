/** A topic of a stream, or some people. The people are the others, without oneself; nobody for messages to oneself. */
export type Conversation = Topic | { readonly user_ids: readonly number[] }

/** A topic of a stream, in one of its spellings. */
export interface Topic {
  readonly stream_id: number
  readonly topic: string
}

/** Topics whose folded forms are equal are one topic. */
const foldCase = (topic: string): string => topic.normalize('NFC').toLowerCase()

const ascending = (left: number, right: number): number => left - right

/** The same for all spellings of a topic, and for the same people in any order. */
export const conversationKey = (conversation: Conversation): string =>
  'stream_id' in conversation
    ? `${conversation.stream_id}:${foldCase(conversation.topic)}`
    : `with:${conversation.user_ids.toSorted(ascending).join()}`

/** The people of a conversation without oneself, in the order of their ids. */
export const withoutSelf = (user_ids: readonly number[], selfId: number): number[] =>
  user_ids.filter((id) => id !== selfId).toSorted(ascending)

/** The conversation that a message belongs to. */
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
