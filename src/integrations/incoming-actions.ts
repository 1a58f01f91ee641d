import { personOf, shareOf } from '../accounts/account'
import { unlessRefused } from '../core/base/errors'
import { foldCase } from '../core/base/unicode'
import { newCarriedToken, type AttemptLimit, type Change, type Turn } from '../core/turn/change'
import { replaceContent } from '../edits/actions'
import { sendMessage } from '../messages/actions'
import type { MessageRow } from '../messages/message-rows'
import { namedStream } from '../messages/recipients'
import { noTopic } from '../messages/text'
import { messageInReach } from '../messages/visible-message'
import { assertMayPost, findStream } from '../streams/access'
import { subscriberIds } from '../subscriptions/queries'
import { countEvents, type CountedKind, type EventAmounts, type EventPlace } from './counted-events'
import type { EventOutcome } from './event-outcomes'
import type { IncomingEvent } from './incoming-event'
import type { WebhookMessage } from './integration'
import { newestOfTopic } from './queries'
import { stateKey } from './state-keys'

interface EventAnswer {
  readonly outcome: EventOutcome
  /** UNIX time until which further events of the bot are only counted; null: they are posted. */
  readonly gathered_until: number | null
}

/** Messages of one bot in a minute, and of all bots of a person. Further events of this minute become one message, which counts them. */
const messagesOfBot: AttemptLimit = { maxAttempts: 20, seconds: 60, inMemory: true }
const messagesOfShare: AttemptLimit = { maxAttempts: 100, seconds: 60, inMemory: true }

/** Posts the message of an event, or counts the event where no message is to be posted. */
export async function takeEvent(turn: Turn, input: IncomingEvent): Promise<Change<EventAnswer>> {
  const { actor, attempts, env } = turn
  const { event, message, service, stream } = input
  const hasRoom =
    env.RATE_LIMITS === 'off' ||
    attempts.takeUpTo(1, [
      [`events of bot ${actor.id}`, messagesOfBot],
      [`events of ${shareOf(actor)}`, messagesOfShare],
    ]) === 1
  if (message !== null && hasRoom) return post(turn, input, message)
  const place = { service, stream, topic: message?.topic ?? '' }
  const countedUntil = countEvents(turn, message === null ? 'unknown' : 'burst', place, { [event]: 1 })
  const gathered_until = hasRoom ? null : Math.min(countedUntil, turn.now + messagesOfBot.seconds)
  return {
    writes: [],
    wakesAt: countedUntil,
    result: { outcome: message === null ? 'unknown' : 'gathered', gathered_until },
  }
}

/** Events that an isolate of the Worker has counted for a bot. */
interface EventReport extends EventPlace {
  readonly amounts: Readonly<Record<CountedKind, EventAmounts>>
}

/** Takes over what an isolate has counted. */
export async function reportEvents(turn: Turn, { amounts, ...place }: EventReport): Promise<Change> {
  const dues = (['burst', 'unknown'] as const)
    .filter((kind) => Object.keys(amounts[kind]).length > 0)
    .map((kind) => countEvents(turn, kind, place, amounts[kind]))
  return { writes: [], result: {}, ...(dues.length > 0 && { wakesAt: Math.min(...dues) }) }
}

const withOutcome = (change: Omit<Change<unknown>, 'result'>, outcome: EventOutcome): Change<EventAnswer> => ({
  ...change,
  result: { outcome, gathered_until: null },
})

async function post(turn: Turn, input: IncomingEvent, message: WebhookMessage): Promise<Change<EventAnswer>> {
  const current = await stateMessage(turn, input, message)
  if (current !== null && (message.saysLess === true || current.content === message.content))
    return withOutcome({ writes: [] }, 'repeated')
  // There is a limit to the edits of a message. Beyond it, a new message follows.
  const edit = current && (await unlessRefused(replaceContent(turn, current, message.content)))
  if (edit !== null) return withOutcome(edit, 'edited')
  const { stream, delivery_id } = input
  const to =
    stream === null
      ? { type: 'private' as const, to: JSON.stringify([personOf(turn.actor)]) }
      : { type: 'stream' as const, to: stream, topic: message.topic || noTopic }
  const echo = {
    queue_id: stateKey(input, message),
    local_id: delivery_id ?? newCarriedToken().toString(36),
  }
  const change = await sendMessage(turn, { ...to, content: message.content, echo })
  return withOutcome(change, change.writes.length === 0 ? 'repeated' : 'posted')
}

/**
 * The message that tells how the same thing stood, if it is still the last one of its topic; null otherwise. Refuses if the bot may
 * not post there now.
 */
async function stateMessage(turn: Turn, input: IncomingEvent, message: WebhookMessage): Promise<MessageRow | null> {
  const { actor, cached, sql } = turn
  if (message.subject === undefined || input.stream === null) return null
  const stream = await findStream(cached, actor, namedStream(input.stream))
  if (stream === null) return null
  const newest = await newestOfTopic(sql, { stream_id: stream.id, topic_key: foldCase(message.topic || noTopic) })
  if (newest === null || newest.sender_id !== actor.id || newest.queue_id !== stateKey(input, message)) return null
  await assertMayPost(turn, { stream, subscribed: (await cached(subscriberIds, stream.id)).has(actor.id) })
  // In a private stream, often only the owner of the bot is subscribed.
  const owner = { id: personOf(actor), realm_id: actor.realm_id, role: actor.person_role }
  return (await messageInReach(sql, actor, newest.id)) ?? messageInReach(sql, owner, newest.id)
}
