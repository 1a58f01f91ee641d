import { shareOf } from '../accounts/account'
import { invalidation } from '../core/turn/query-cache'
import { type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { Destination } from '../messages/destination'
import { preparedMessage, type Unsent } from '../messages/prepared'
import { userById } from '../users/queries'
import { deliveryTime } from './delivery-time'
import { countScheduled, insertScheduled, nextDelivery, type Scheduled } from './queries'

/** Messages and reminders of one user that are not delivered yet. */
const mostScheduled = 100

interface ScheduleInput extends Unsent {
  isReminder: boolean
  /** A date and a time; without an offset they are of `tz_guess`, else of the sender's own time zone, else of UTC. */
  deliver_at: string
  tz_guess?: string | undefined
}

/**
 * Keeps a message for later, or a reminder, which goes to the actor alone (endpoints, Sending). What could not
 * be sent now is refused, and so are reminders of what is said to others in private.
 */
export async function scheduleMessage(
  turn: Turn,
  { isReminder, deliver_at, tz_guess, ...message }: ScheduleInput,
): Promise<Change<{ id: number; deliver_at: string }>> {
  const { actor, cached, sql, realm_id, facts } = turn
  const { timezone } = (await cached(userById, realm_id, actor.id))!
  const { at, told } = deliveryTime(deliver_at, { zone: tz_guess || timezone || 'UTC', now: turn.now })
  const { content, to } = await preparedMessage(turn, message)
  if (isReminder && to.is_private && to.receivers.size > 1)
    throw refused('Reminders can only be set for streams and for yourself.')
  if ((await countScheduled(sql, actor.id)) >= mostScheduled)
    throw refused(`Too many scheduled messages (limit: ${mostScheduled})`)
  const id = turn.next('scheduled_message')
  const scheduled: Scheduled = {
    sender_id: actor.id,
    owner_id: shareOf(actor),
    deliver_at: at,
    isReminder,
    message: { ...message, to: lastingName(to, actor.id), topic: to.topic, content },
    origin: facts.origin,
    client: facts.client,
  }
  return {
    writes: [insertScheduled(id, realm_id, scheduled)],
    result: { id, deliver_at: told },
    invalidates: [invalidation(nextDelivery, realm_id)],
    wakesAt: at,
  }
}

/** `to` by ids: names may be others' by then. The actor is named only where they write to themselves alone. */
function lastingName({ stream, receivers }: Destination, own_id: number): string {
  if (stream !== null) return String(stream.id)
  const others = [...receivers].filter((user_id) => user_id !== own_id)
  return JSON.stringify(others.length > 0 ? others : [own_id])
}
