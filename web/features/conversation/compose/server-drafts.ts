import { conversationKey } from '../../../../client'
import { withoutReader, type Recipient, type Writer } from './recipient'

/** A draft on the server, with the changes that the outbox has yet to send. */
export type ServerDraft = Writer['outbox']['state']['drafts']['value'][number]

/** The recipient of a draft; null if none is chosen. */
export function recipientOf(
  { type, to, topic }: Pick<ServerDraft, 'type' | 'to' | 'topic'>,
  own_id: number,
): Recipient {
  if (type === 'stream') return to.length > 0 ? { stream_id: to[0]!, topic } : null
  return type === 'private' && to.length > 0 ? withoutReader({ user_ids: to }, own_id) : null
}

/** The key of a draft's conversation; null if no recipient is chosen. */
export function keyOfDraft(draft: Pick<ServerDraft, 'type' | 'to' | 'topic'>, own_id: number): string | null {
  const to = recipientOf(draft, own_id)
  return to && conversationKey(to)
}

/** A recipient in the form of a server draft. */
export const placeOf = (to: NonNullable<Recipient>, own_id: number) =>
  'topic' in to
    ? { type: 'stream' as const, to: [to.stream_id], topic: to.topic }
    : { type: 'private' as const, to: to.user_ids.length > 0 ? [...to.user_ids] : [own_id], topic: '' }
