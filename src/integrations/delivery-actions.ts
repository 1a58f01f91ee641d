import { activeAccount, personOf, type Account } from '../accounts/account'
import { accountById } from '../auth/queries'
import { accessBot } from '../bots/access'
import { refused } from '../core/base/errors'
import type { Change, Turn } from '../core/turn/change'
import { sendMessage } from '../messages/actions'
import { countedEventsOf, type EventAmounts } from './counted-events'
import type { RetryOutcome } from './event-outcomes'
import { failuresOf, forgetFailure, type FailedRequest } from './failures'
import { feedStatus, type FeedStatus } from './feeds/status'
import { takeEvent } from './incoming-actions'
import type { IncomingEvent } from './incoming-event'
import { escapeInline } from './markdown'
import { integrationOfBot, newestEvents, type BotIntegration } from './queries'
import { eventOfKey } from './state-keys'
import { integrationNamed } from './services'
import { noSuchIntegration } from './setup-actions'

/** Posted messages that the owner of a bot sees. */
const maxPosted = 20

/** A message that a bot posted. */
interface Delivery {
  readonly message_id: number
  /** UNIX time. */
  readonly timestamp: number
  /** Name of the event, or what the message is the state of. */
  readonly event: string
}

interface Deliveries {
  readonly posted: readonly Delivery[]
  readonly failed: readonly FailedRequest[]
  readonly unknown: EventAmounts
  /** Null for services that post their events. */
  readonly feed: FeedStatus | null
}

/** What became of the requests that a service sent lately. The owner of the bot may look at it, and administrators. */
export async function recentDeliveries(turn: Turn, { bot_id }: { bot_id: number }): Promise<Change<Deliveries>> {
  await accessBot(turn, bot_id)
  const posted = await newestEvents(turn.sql, bot_id, maxPosted)
  return {
    writes: [],
    result: {
      posted: posted.map(({ id, sent_at, queue_id }) => ({
        message_id: id,
        timestamp: sent_at,
        event: eventOfKey(queue_id),
      })),
      failed: failuresOf(turn, bot_id),
      unknown: countedEventsOf(turn, 'unknown', bot_id),
      feed: await feedStatus(turn, bot_id),
    },
  }
}

interface StoredRequest {
  readonly service: string
  readonly failed: FailedRequest
}

/** A failed request, to send it again. */
export async function storedRequest(
  turn: Turn,
  { bot_id, delivery_id }: { bot_id: number; delivery_id: string },
): Promise<Change<StoredRequest>> {
  const { service } = await accessIntegration(turn, bot_id)
  const failed = failuresOf(turn, bot_id).find(({ id }) => id === delivery_id)
  if (failed === undefined) throw refused('No such request')
  return { writes: [], result: { service, failed } }
}

interface RepeatedEvent {
  readonly bot_id: number
  readonly failure_id: string
  /** Null: nobody wants to read of the event. */
  readonly event: IncomingEvent | null
}

/** Takes an event of a failed request again, as the bot. */
export async function repeatEvent(
  turn: Turn,
  { bot_id, failure_id, event }: RepeatedEvent,
): Promise<Change<{ outcome: RetryOutcome }>> {
  await accessIntegration(turn, bot_id)
  const actor = await botAccount(turn, bot_id)
  const change = event === null ? null : await takeEvent({ ...turn, actor }, event)
  forgetFailure(turn, bot_id, failure_id)
  if (change === null) return { writes: [], result: { outcome: 'not_shown' } }
  return { ...change, result: { outcome: change.result.outcome } }
}

/** Posts a message of the bot that says that it works. */
export async function testIntegration(turn: Turn, { bot_id }: { bot_id: number }): Promise<Change<{ id: number }>> {
  const { service, stream_id, topic } = await accessIntegration(turn, bot_id)
  const actor = await botAccount(turn, bot_id)
  const label = integrationNamed(service)?.label ?? service
  const to =
    stream_id === null
      ? { type: 'private' as const, to: JSON.stringify([personOf(actor)]) }
      : { type: 'stream' as const, to: String(stream_id), topic: topic ?? label }
  const content = `This is a test message. What ${escapeInline(label)} tells of will be posted here.`
  return sendMessage({ ...turn, actor }, { ...to, content })
}

async function accessIntegration(turn: Turn, bot_id: number): Promise<BotIntegration> {
  await accessBot(turn, bot_id)
  const integration = await integrationOfBot(turn.sql, bot_id)
  if (integration === null) throw noSuchIntegration()
  return integration
}

async function botAccount({ sql, realm_id }: Turn, bot_id: number): Promise<Account> {
  const bot = activeAccount(await accountById(sql, realm_id, bot_id))
  if (bot === null) throw refused('This bot is deactivated')
  return bot
}
