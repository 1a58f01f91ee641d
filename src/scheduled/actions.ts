import { about, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import { sendMessage, type SendInput } from '../messages/actions'
import { peopleOf, streamOf } from '../messages/recipients'
import { messageContent, topicName } from '../messages/text'
import { findStream } from '../streams/access'
import { addressed } from '../users/addressed'
import { userById } from '../users/queries'
import { deliveryTime } from './delivery-time'
import { countScheduled, insertScheduled, nextDelivery, type Scheduled } from './queries'

/** Messages and reminders of one user that are not delivered yet. */
const mostScheduled = 100

interface ScheduleInput extends Omit<SendInput, 'echo'> {
  isReminder: boolean
  /** A date and a time; without an offset they are of `tz_guess`, else of the sender's own time zone, else of UTC. */
  deliver_at: string
  tz_guess?: string | undefined
}

/**
 * Keeps a message for later, or a reminder, which goes to the actor alone (specification, POST /messages). What could not
 * be sent now is refused, and so are reminders of what is said to others in private.
 */
export async function scheduleMessage(
  turn: Turn,
  { isReminder, deliver_at, tz_guess, ...message }: ScheduleInput,
): Promise<Change<{ id: number; deliver_at: string }>> {
  const { actor, known, sql, realm_id, facts } = turn
  const { timezone } = (await known(userById, realm_id, actor.id))!
  const { at, told } = deliveryTime(deliver_at, { zone: tz_guess || timezone || 'UTC', now: turn.now })
  // The whole decision, of which nothing is done.
  await sendMessage(turn, message)
  const to = await lastingName(turn, message)
  if (isReminder && message.type === 'private' && to !== JSON.stringify([actor.id]))
    throw refused('Reminders can only be set for streams and for yourself.')
  if ((await countScheduled(sql, actor.id)) >= mostScheduled)
    throw refused(`Too many scheduled messages (limit: ${mostScheduled})`)
  const id = turn.next('scheduled_message')
  const scheduled: Scheduled = {
    sender_id: actor.id,
    deliver_at: at,
    isReminder,
    message: {
      ...message,
      to,
      topic: message.type === 'stream' ? topicName(message.topic ?? '', { mandatory: false }) : '',
      content: messageContent(message.content),
    },
    origin: facts.origin,
    client: facts.client,
  }
  return {
    writes: [insertScheduled(id, realm_id, scheduled)],
    result: { id, deliver_at: told },
    alters: [about(nextDelivery, realm_id)],
    wakesAt: at,
  }
}

/** `to` by ids: names may be others' by then. */
async function lastingName(turn: Turn, { type, to }: Pick<SendInput, 'type' | 'to'>): Promise<string> {
  if (type === 'stream') return String((await findStream(turn.known, turn.actor, streamOf(to)))!.id)
  return JSON.stringify((await addressed(turn, peopleOf(to))).map((user) => user!.id))
}
