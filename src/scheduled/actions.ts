import { insertScheduled } from './writes'
import { shareOf } from '../accounts/account'
import { invalidation } from '../core/turn/query-cache'
import { type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { Destination } from '../messages/destination'
import { preparedMessage, type MessageInput } from '../messages/prepared-message'
import { userById } from '../users/queries'
import { deliveryTime } from './delivery-time'
import { countScheduled, nextDelivery, type ScheduledMessage } from './queries'

/** Most messages and reminders of one user that wait for delivery. */
const mostScheduled = 100

interface ScheduleInput extends MessageInput {
  isReminder: boolean
  /** Date and time. Without an offset, they are in `tz_guess`, else in the sender's own time zone, else in UTC. */
  deliver_at: string
  tz_guess?: string | undefined
}

/**
 * Schedules a message, or a reminder, which goes to the actor alone (endpoints, Sending). Refuses a message that could not be
 * sent now, and a reminder about a private message to others.
 */
export async function scheduleMessage(
  turn: Turn,
  { isReminder, deliver_at, tz_guess, ...message }: ScheduleInput,
): Promise<Change<{ id: number; deliver_at: string }>> {
  const { actor, cached, sql, realm_id, facts } = turn
  const { timezone } = (await cached(userById, realm_id, actor.id))!
  const { at, shown } = deliveryTime(deliver_at, { zone: tz_guess || timezone || 'UTC', now: turn.now })
  const { content, to } = await preparedMessage(turn, message)
  if (isReminder && to.is_private && to.receivers.size > 1)
    throw refused('Reminders can only be set for streams and for yourself.')
  if ((await countScheduled(sql, actor.id)) >= mostScheduled)
    throw refused(`Too many scheduled messages (limit: ${mostScheduled})`)
  const id = turn.next('scheduled_message')
  const scheduled: ScheduledMessage = {
    sender_id: actor.id,
    owner_id: shareOf(actor),
    deliver_at: at,
    isReminder,
    message: { ...message, to: recipientsById(to, actor.id), topic: to.topic, content },
    origin: facts.origin,
    client: facts.client,
  }
  return {
    writes: [insertScheduled(id, realm_id, scheduled)],
    result: { id, deliver_at: shown },
    invalidates: [invalidation(nextDelivery, realm_id)],
    wakesAt: at,
  }
}

/** `to` by ids, because names may change until then. The actor is named only in a message to themselves. */
function recipientsById({ stream, receivers }: Destination, own_id: number): string {
  if (stream !== null) return String(stream.id)
  const others = [...receivers].filter((user_id) => user_id !== own_id)
  return JSON.stringify(others.length > 0 ? others : [own_id])
}
