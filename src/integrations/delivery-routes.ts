import { z } from 'zod'
import { refused } from '../core/base/errors'
import { endpoint } from '../core/http/endpoint'
import { pathId, pathText } from '../core/http/params'
import { sending } from '../messages/sending-limit'
import { retryOutcomes } from './event-outcomes'
import { assertReadable, incomingEvent, isWanted, knownIntegration, readEvent } from './incoming'
import { integrationOfBot } from './queries'
import { webhookRequest } from './reading'

/** User id of the bot. */
const bot_id = pathId()

/**
 * Answers what became of the requests that a service sent lately: the newest messages, and those requests of the last day that made
 * none though they should have. The owner of the bot may ask, and administrators.
 *
 * @error BAD_REQUEST There is no such bot, or you may not look at it.
 */
export const deliveriesEndpoint = endpoint('GET /integrations/{bot_id}/deliveries', {
  summary: 'What a service sent lately',
  overSocket: true,
  params: { bot_id },
  returns: {
    /** The newest 20 messages, the newest first. */
    posted: z.array(
      z.object({
        /** Id of the message. */
        message_id: z.int(),
        /** When it was posted, in UNIX seconds. */
        timestamp: z.number(),
        /** Name of the event, or what the message is the state of, such as `build 17`. */
        event: z.string(),
      }),
    ),
    /** The newest 5 failures of the last day, the newest first. */
    failed: z.array(
      z.object({
        /** Id of the request. */
        id: z.string(),
        /** When it arrived, in UNIX seconds. */
        timestamp: z.number(),
        /** Name of the event. */
        event: z.string(),
        /** What was wrong. */
        problem: z.string(),
        /** Code of the refusal. */
        code: z.string().nullable(),
        /** Its reason, such as `not_signed`. */
        reason: z.string().nullable(),
        /** Body of the request. Null if it is not stored: it is too long, or was not signed as it must be. */
        body: z.string().nullable(),
      }),
    ),
    /** How many events of each name came that nobody knows, since you were told of such events. */
    unknown: z.record(z.string(), z.int()),
    /** How the feed fares; null for services that post their events. */
    feed: z
      .object({
        /** Its address. */
        url: z.string(),
        /** Its title, or its host. */
        title: z.string(),
        /** When it was read last, in UNIX seconds; null if that is not known. */
        polled_at: z.number().nullable(),
        /** When it is read next at the earliest, in UNIX seconds; null: never, because it is gone. */
        next_poll_at: z.number().nullable(),
        /** How often it could not be read, one time after the other. */
        failures: z.int(),
        /** What was wrong the last time; null if nothing was. */
        problem: z.string().nullable(),
        /** Code of that, as of a refusal. */
        code: z.string().nullable(),
        /** Reason of that, as of a refusal, such as `feed_unreachable`. */
        reason: z.string().nullable(),
      })
      .nullable(),
  },
  async run({ params, realm }) {
    const { posted, failed, unknown, feed } = await realm.perform('recentDeliveries', params)
    return {
      posted: [...posted],
      failed: failed.map(({ id, failed_at, event, problem, code, reason, body }) => ({
        id,
        timestamp: failed_at,
        event,
        problem,
        code,
        reason,
        body,
      })),
      unknown: { ...unknown },
      feed,
    }
  },
})

/**
 * Takes a failed request once more, for instance after the stream was chosen anew. One that was signed need not be signed again; one that
 * was not signed as it must be cannot be taken again.
 *
 * @error BAD_REQUEST There is no such bot, it is no integration, or you may not administer it.
 * @error BAD_REQUEST There is no such request, or its body was not stored.
 * @error BAD_REQUEST The message cannot be posted, for the reasons of `POST /external/{service}`.
 */
export const retryDeliveryEndpoint = endpoint('POST /integrations/{bot_id}/deliveries/{delivery_id}/retry', {
  summary: 'Take a failed request of a service again',
  counted: sending,
  params: {
    bot_id,
    /** Id of the request. */
    delivery_id: pathText(40),
  },
  returns: {
    /**
     * What became of the request: a message was posted, or edited; one stands there already; too many came, so it counts for the
     * next message; nobody knows the event; or it is one that is not shown.
     */
    outcome: z.enum(retryOutcomes),
  },
  async run({ params: { bot_id: id, delivery_id }, realm, sql }) {
    const { service, failed } = await realm.perform('storedRequest', { bot_id: id, delivery_id })
    const integration = knownIntegration(service)
    const setup = await integrationOfBot(sql, id)
    if (failed.body === null) throw refused('The body of this request was not stored')
    const request = assertReadable(webhookRequest(new Headers(failed.headers), failed.body))
    const { result, ...rest } = readEvent(integration, request)
    const event =
      result === 'not_shown' || !isWanted(rest.event, setup, {})
        ? null
        : incomingEvent({}, setup, integration, { ...rest, result })
    return realm.perform('repeatEvent', { bot_id: id, failure_id: delivery_id, event })
  },
})

/**
 * Posts a test message of the bot where its events go.
 *
 * @error BAD_REQUEST There is no such bot, it is no integration, or you may not administer it.
 * @error BAD_REQUEST The bot may not send to its stream.
 */
export const testIntegrationEndpoint = endpoint('POST /integrations/{bot_id}/test', {
  summary: 'Send a test message of an integration',
  counted: sending,
  params: { bot_id },
  returns: {
    /** Id of the message. */
    id: z.int(),
  },
  async run({ params, realm }) {
    return realm.perform('testIntegration', params)
  },
})
