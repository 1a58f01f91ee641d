import { deleteScheduled, storeScheduled } from './writes'
import { invalidation } from '../core/turn/query-cache'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { MessageInput } from '../messages/prepared-message'
import { userById } from '../users/queries'
import { assertDeliverable, deliveryTime } from './delivery-time'
import { nextDelivery, ownScheduled, waitingMessage, type ScheduledMessage, type ScheduledRow } from './queries'
import { assertRoom, scheduledMessage } from './waiting'

interface ScheduleInput extends MessageInput {
  isReminder: boolean
  /** Date and time. Without an offset they are in `tz_guess`, else in the sender's own time zone, else in UTC. */
  deliver_at: string
  tz_guess?: string | undefined
}

/** Schedules a message, or a reminder, which only the actor gets (endpoints, Sending). */
export async function scheduleMessage(
  turn: Turn,
  { isReminder, deliver_at, tz_guess, ...message }: ScheduleInput,
): Promise<Change<{ id: number; deliver_at: string }>> {
  const { actor, cached, realm_id } = turn
  const { timezone } = (await cached(userById, realm_id, actor.id))!
  const { at, shown } = deliveryTime(deliver_at, { zone: tz_guess || timezone || 'UTC', now: turn.now })
  const scheduled = await scheduledMessage(turn, { message, isReminder, deliver_at: at })
  await assertRoom(turn, scheduled)
  const row = { id: turn.next('scheduled_message'), scheduled }
  return {
    ...storeMessage(turn, row),
    events: [tell([actor.id], { type: 'scheduled_messages', op: 'add', scheduled_messages: [waitingMessage(row)] })],
    result: { id: row.id, deliver_at: shown },
  }
}

interface UpdateInput {
  scheduled_message_id: number
  type?: 'stream' | 'private' | undefined
  to?: string | undefined
  topic?: string | undefined
  content?: string | undefined
  /** UNIX time, seconds. */
  scheduled_delivery_timestamp?: number | undefined
}

/**
 * Changes a waiting message or reminder. Checks the changed parts as if it were scheduled now (endpoints, Scheduled messages).
 */
export async function updateScheduled(turn: Turn, input: UpdateInput): Promise<Change> {
  const { actor, now } = turn
  const { scheduled_message_id: id, scheduled_delivery_timestamp: time, type, to, topic, content } = input
  const before = await accessScheduled(turn, id)
  if (time !== undefined) assertDeliverable(time, now)
  const deliver_at = time ?? before.deliver_at
  const message = {
    ...before.message,
    ...(type !== undefined && { type }),
    ...(to !== undefined && { to }),
    ...(topic !== undefined && { topic }),
    ...(content !== undefined && { content }),
  }
  const isOtherTimeAlone = [type, to, topic, content].every((part) => part === undefined)
  const scheduled = isOtherTimeAlone
    ? { ...before, deliver_at }
    : await scheduledMessage(turn, { message, isReminder: before.isReminder, deliver_at })
  await assertRoom(turn, scheduled, id)
  const row = { id, scheduled }
  return {
    ...storeMessage(turn, row),
    events: [tell([actor.id], { type: 'scheduled_messages', op: 'update', scheduled_message: waitingMessage(row) })],
    result: {},
  }
}

/** Cancels a waiting message or reminder. */
export async function cancelScheduled(
  turn: Turn,
  { scheduled_message_id }: { scheduled_message_id: number },
): Promise<Change> {
  await accessScheduled(turn, scheduled_message_id)
  return {
    writes: [deleteScheduled([scheduled_message_id])],
    events: [tell([turn.actor.id], { type: 'scheduled_messages', op: 'remove', scheduled_message_id })],
    invalidates: [invalidation(nextDelivery, turn.realm_id)],
    result: {},
  }
}

const storeMessage = ({ realm_id }: Turn, row: ScheduledRow): Pick<Change, 'writes' | 'invalidates' | 'wakesAt'> => ({
  writes: [storeScheduled(realm_id, row)],
  invalidates: [invalidation(nextDelivery, realm_id)],
  wakesAt: row.scheduled.deliver_at,
})

/** The actor's own waiting message or reminder, or a refusal, also if its delivery has begun. */
async function accessScheduled({ sql, actor }: Turn, id: number): Promise<ScheduledMessage> {
  const scheduled = await ownScheduled(sql, actor.id, id)
  if (scheduled === null) throw refused('Scheduled message does not exist', { status: 404 })
  return scheduled
}
