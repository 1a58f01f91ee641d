import { type Client, type Conversation, conversationKey, withoutSelf } from '../../../../client'

/** What writing needs of an account. */
export type Writer = Pick<Client, 'store' | 'outbox' | 'ask'>

/** To whom something is written, as far as that is chosen. A topic may still be empty. */
export type Recipient = Conversation | null

/** Where somebody writes: in a conversation, in a stream whose topic is to be chosen, or to anybody. */
export type Where = Conversation | { readonly stream_id: number } | null

/** What a topic is called that has no name. */
const unnamed = '(no topic)'

/** Whether the reader has turned a setting on. */
export const isOn = (setting: string, { outbox }: Pick<Writer, 'outbox'>): boolean =>
  Boolean((outbox.state.user_settings.value as Readonly<Record<string, unknown>>)[setting])

/** The conversation that is meant; null while something is missing. */
export function conversationFor(to: Recipient, { state }: Writer['store']): Conversation | null {
  if (to === null || !('topic' in to)) return to
  const topic = to.topic.trim()
  if (topic !== '' && topic !== unnamed) return { ...to, topic }
  return state.realm_mandatory_topics.value ? null : { ...to, topic: unnamed }
}

/** The same without oneself among its people. */
export const withoutReader = <T extends Exclude<Where, null>>(to: T, own_id: number): T =>
  'user_ids' in to ? { ...to, user_ids: withoutSelf(to.user_ids, own_id) } : to

/** Name under which a text is kept. */
export const keyOf = (where: Where): string =>
  where === null
    ? 'new'
    : 'stream_id' in where && !('topic' in where)
      ? `stream ${where.stream_id}`
      : conversationKey(where)

/** What is chosen already where somebody begins to write. */
export const recipientAt = (where: Where): Recipient =>
  where !== null && 'stream_id' in where && !('topic' in where) ? { ...where, topic: '' } : where
