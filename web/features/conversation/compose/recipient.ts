import { type Client, type Conversation, conversationKey, withoutSelf } from '../../../../client'
import { noTopic } from '../../../../client/policies'

/** The part of a client that composing needs. */
export type Writer = Pick<Client, 'store' | 'outbox' | 'ask'>

/** The recipient of a message; null if none is chosen. A topic may be empty. */
export type Recipient = Conversation | null

/** Where a compose box is: in a conversation, in a stream without a topic, or nowhere (null) for a new message to anybody. */
export type ComposePlace = Conversation | { readonly stream_id: number } | null

/** Whether a setting of the user is on. */
export const isOn = (setting: string, { outbox }: Pick<Writer, 'outbox'>): boolean =>
  Boolean((outbox.state.user_settings.value as Readonly<Record<string, unknown>>)[setting])

/** The conversation to send to; null if no recipient is chosen, or if the topic is missing and mandatory. */
export function conversationFor(to: Recipient, { state }: Writer['store']): Conversation | null {
  if (to === null || !('topic' in to)) return to
  const topic = to.topic.trim()
  if (topic !== '' && topic !== noTopic) return { ...to, topic }
  return state.realm_mandatory_topics.value ? null : { ...to, topic: noTopic }
}

/** The same without the user among the people. */
export const withoutReader = <T extends Exclude<ComposePlace, null>>(to: T, own_id: number): T =>
  'user_ids' in to ? { ...to, user_ids: withoutSelf(to.user_ids, own_id) } : to

/** The key under which the text of a compose box is kept. */
export const keyOf = (where: ComposePlace): string =>
  where === null
    ? 'new'
    : 'stream_id' in where && !('topic' in where)
      ? `stream ${where.stream_id}`
      : conversationKey(where)

/** The recipient with which a new text begins. */
export const recipientAt = (where: ComposePlace): Recipient =>
  where !== null && 'stream_id' in where && !('topic' in where) ? { ...where, topic: '' } : where
