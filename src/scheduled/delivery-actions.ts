import { deleteScheduled } from './writes'
import { invalidation } from '../core/turn/query-cache'
import { activeAccount, sharesOf } from '../accounts/account'
import { accountById } from '../auth/queries'
import { tell, type Change, type Job, type SystemTurn, type Turn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/job-kind'
import { unlessRefused } from '../core/base/errors'
import { sendMessage } from '../messages/actions'
import { sendDirectNotice } from '../messages/direct-notices'
import { findStream, mayKnow } from '../streams/access'
import { subscriberIds } from '../subscriptions/queries'
import { nextDelivery, nextScheduled, type ScheduledMessage } from './queries'

/** Maximal number of deliveries that an alarm begins: the platform limits the database queries of one event. */
const maxDeliveriesPerAlarm = 5

/** Turns the messages that are due into jobs, so that they no longer wait. Returns when the next one is due. */
export async function beginDeliveries({
  cached,
  sql,
  realm_id,
  now,
}: SystemTurn): Promise<Change<{ next: number | null }>> {
  const next = await cached(nextDelivery, realm_id)
  if (next === null || next > now) return { writes: [], result: { next } }
  const earliest = await nextScheduled(sql, realm_id, maxDeliveriesPerAlarm + 1)
  const due = earliest.slice(0, maxDeliveriesPerAlarm).filter(({ scheduled }) => scheduled.deliver_at <= now)
  return {
    writes: [deleteScheduled(due.map(({ id }) => id))],
    result: { next: earliest[due.length]?.scheduled.deliver_at ?? null },
    events: due.map(({ id, scheduled }) =>
      tell([scheduled.sender_id], { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }),
    ),
    jobs: due.map(({ scheduled }) => deliveryOf(scheduled)),
    invalidates: [invalidation(nextDelivery, realm_id)],
  }
}

/** The job of a message. It leaves out the HTML for the sender, because the message is rendered again. */
function deliveryOf(scheduled: ScheduledMessage): Job {
  const { rendered_content: _, ...payload } = scheduled
  return { kind: 'deliverLater', payload }
}

/**
 * Sends a scheduled message as its sender, and tells the sender if they may no longer send it. Does nothing if the sender was
 * deactivated.
 */
export async function deliverScheduled(
  turn: SystemTurn,
  { payload: scheduled, outcome }: JobReport<ScheduledMessage, object>,
): Promise<Change> {
  const { sender_id, isReminder, message, origin, client } = scheduled
  const actor = activeAccount(await accountById(turn.sql, turn.realm_id, sender_id))
  if (actor === null) return { writes: [], result: {} }
  const asSender: Turn = { ...turn, actor, facts: { ...turn.facts, origin, client } }
  const tellSender = (content: string) => sendDirectNotice(asSender, { to: sender_id, content })
  const shares = sharesOf(actor)
  if (isReminder) return { ...(await tellSender(await reminder(asSender, scheduled))), result: {}, shares }
  const sent = outcome && (await unlessRefused(sendMessage(asSender, message)))
  return { ...(sent ?? (await tellSender(failureNotice(scheduled)))), result: {}, shares }
}

/** Text of a reminder. It names the stream and topic if the actor may still know of the stream. */
async function reminder(
  { actor, cached }: Turn,
  { message: { type, to, topic, content } }: ScheduledMessage,
): Promise<string> {
  const stream = type === 'stream' ? await findStream(cached, actor, { stream_id: Number(to) }) : null
  // A former subscriber of a hidden stream must not learn its new name.
  if (stream === null || !mayKnow(actor, stream, (await cached(subscriberIds, stream.id)).has(actor.id))) return content
  return `Reminder of #**${stream.name}>${topic}**:\n\n${content}`
}

function failureNotice({ deliver_at, message: { content } }: ScheduledMessage): string {
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const time = new Date(deliver_at * 1000).toISOString()
  return `This message of yours, scheduled for <time:${time}>, could not be sent:\n\n${fence}quote\n${content}\n${fence}`
}
