import { z } from 'zod'
import type { Account } from '../accounts/account'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { pathText, text } from '../core/http/params'
import { problemIn, reportFailure } from './failure-reports'
import {
  assertForService,
  assertReadable,
  assertSigned,
  eventNameOf,
  incomingEvent,
  isWanted,
  knownIntegration,
  readEvent,
} from './incoming'
import type { IncomingEvent } from './incoming-event'
import type { WebhookIntegration } from './integration'
import { beginBurst, countInBurst, reportDelayMs, takeCounts } from './isolate-bursts'
import { integrationOfBot } from './queries'
import { webhookRequest } from './reading'

/** Characters of a body: that of the largest requests. */
const maxBodyCharacters = 1024 * 1024

const events = text(z.string().max(4000))

const address = {
  /** Name of the service: `github`, `gitlab`, ... `GET /integrations` lists them. */
  service: pathText(40),
  /** Name or id of the stream. Ignored for a bot that was made for this service, which has a stream of its own. */
  stream: text(z.string().max(1000)).optional(),
  /** Topic of all messages. Without it, each event has the topic that it belongs to. */
  topic: text(z.string().max(1000)).optional(),
  /** Names of events that are shown, as a JSON list or with commas between them; `*` stands for any characters. Without it, all are. */
  only_events: events.default(''),
  /** Names of events that are not shown. */
  exclude_events: events.default(''),
}

/**
 * Posts what another service tells of. The address has the key of an incoming webhook bot. Events of which people need not read,
 * and events that nobody knows, are answered with success.
 *
 * @error 404 NOT_FOUND There is no such service.
 * @error BAD_REQUEST The body is neither JSON nor a form, or is larger than 1 MiB.
 * @error 403 BAD_REQUEST The bot has a secret, and the request was not signed with it, or five minutes ago or longer.
 * @error BAD_REQUEST The bot was made for another service.
 * @error BAD_REQUEST The bot may not send to the stream, or its owner is deactivated.
 * @error STREAM_DOES_NOT_EXIST The stream does not exist.
 */
export const postEventEndpoint = endpoint('POST /external/{service}', {
  summary: 'Post an event of another service',
  auth: 'key',
  counted: 'webhook',
  params: {
    ...address,
    /** The event, as the service sends it: JSON or a form. */
    body: text(z.string().max(maxBodyCharacters)).anyCharacters().wholeBody().default(''),
  },
  returns: {},
  async run({ params, headers, viewer, ...context }) {
    const integration = knownIntegration(params.service)
    const bot = await viewer()
    const setup = await integrationOfBot(context.sql, bot.id)
    assertForService(setup, integration)
    const readRequest = webhookRequest(headers, params.body, addressOf(integration, context))
    let mayBeStored = (setup?.secret ?? null) === null
    try {
      const request = assertReadable(readRequest)
      assertSigned(integration, setup, request)
      mayBeStored = true
      const { result, ...rest } = readEvent(integration, request)
      if (result === 'not_shown' || !isWanted(rest.event, setup, params)) return {}
      await take(context, bot, incomingEvent(params, setup, integration, { ...rest, result }))
    } catch (error) {
      const problem = problemIn(error)
      if (problem !== null) {
        const event = readRequest === null ? '' : eventNameOf(integration, readRequest)
        const failure = { bot_id: bot.id, event, headers, body: mayBeStored ? params.body : null, problem }
        context.defer(reportFailure(context.realm, failure))
      }
      throw error
    }
    return {}
  },
})

/**
 * Answers success for a good address. Services that look whether somebody is there before they send anything ask for it.
 *
 * @error 404 NOT_FOUND There is no such service.
 */
export const checkAddressEndpoint = endpoint('GET /external/{service}', {
  summary: 'Whether an address for events is good',
  auth: 'key',
  counted: 'webhook',
  params: { service: address.service },
  returns: {},
  async run({ params, viewer }) {
    knownIntegration(params.service)
    await viewer()
    return {}
  },
})

/** Has the realm's object take an event. While events come too fast, this isolate counts them by itself. */
async function take(
  { realm, defer }: Pick<RequestContext<never>, 'realm' | 'defer'>,
  { id }: Account,
  event: IncomingEvent,
): Promise<void> {
  const kind = event.message === null ? 'unknown' : 'burst'
  const step = countInBurst(id, kind, event.event, Date.now() / 1000)
  const report = async () => {
    const amounts = takeCounts(id)
    const { service, stream, message } = event
    if (amounts !== null) await realm.perform('reportEvents', { service, stream, topic: message?.topic ?? '', amounts })
  }
  if (step === 'report') await report()
  if (step === 'report_later')
    defer(new Promise((resolve) => setTimeout(resolve, reportDelayMs)).then(report).catch(() => undefined))
  if (step !== 'ask') return
  const { gathered_until } = await realm.perform('takeEvent', event)
  if (gathered_until !== null) beginBurst(id, gathered_until)
}

/** The address of a webhook as its owner pasted it. */
const addressOf = (
  { name }: WebhookIntegration,
  { facts, query }: Pick<RequestContext<never>, 'facts' | 'query'>,
): string => `${facts.origin}/api/v1/external/${name}?${query.toString()}`
