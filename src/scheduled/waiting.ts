import { shareOf } from '../accounts/account'
import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { Destination } from '../messages/destination'
import { preparedMessage, type MessageInput } from '../messages/prepared-message'
import { countScheduled, type ScheduledMessage } from './queries'

/**
 * Maximal number of a user's waiting messages and reminders, and maximal bytes of what is stored: texts, HTML and recipients of a
 * hundred ordinary messages of maximal length.
 */
const limits = { amount: 100, bytes: 4_000_000 }

interface NewScheduled {
  message: MessageInput
  isReminder: boolean
  /** UNIX time, seconds. */
  deliver_at: number
}

/**
 * A message or reminder as it is stored until its time. Refuses one that could not be sent now, and a reminder about a private
 * message to others (endpoints, Sending).
 */
export async function scheduledMessage(
  turn: Turn,
  { message, isReminder, deliver_at }: NewScheduled,
): Promise<ScheduledMessage> {
  const { actor, facts } = turn
  const { content, to, rendered } = await preparedMessage(turn, message)
  if (isReminder && to.is_private && to.receivers.size > 1)
    throw refused('Reminders can only be set for streams and for yourself.')
  return {
    sender_id: actor.id,
    owner_id: shareOf(actor),
    deliver_at,
    isReminder,
    message: { ...message, to: recipientsById(to, actor.id), topic: to.topic, content },
    rendered_content: rendered.html,
    origin: facts.origin,
    client: facts.client,
  }
}

/** `to` by ids, because names may change until then. The actor is named only in a message to themselves. */
function recipientsById({ stream, receivers }: Destination, own_id: number): string {
  if (stream !== null) return String(stream.id)
  const others = [...receivers].filter((user_id) => user_id !== own_id)
  return JSON.stringify(others.length > 0 ? others : [own_id])
}

/** Refuses a message that would exceed the limits together with the waiting ones, except for one that is replaced. */
export async function assertRoom(
  { sql, actor }: Turn,
  scheduled: ScheduledMessage,
  replaced: number | null = null,
): Promise<void> {
  const scheduledCount = await countScheduled(sql, actor.id, replaced)
  if (scheduledCount.amount >= limits.amount) throw refused(`Too many scheduled messages (limit: ${limits.amount})`)
  if (scheduledCount.bytes + new TextEncoder().encode(JSON.stringify(scheduled)).length > limits.bytes)
    throw refused(`Scheduled messages are too long together (limit: ${limits.bytes} bytes)`)
}
