import { z } from 'zod'
import type { Account } from '../accounts/account'
import { refused } from '../core/base/errors'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { pathText, text } from '../core/http/params'
import { notFound } from '../core/http/patterns'
import { eventNames, isChosen } from './event-choice'
import { fitting } from './fitting'
import type { IncomingEvent } from './incoming-event'
import type { EventResult, Integration } from './integration'
import { beginBurst, countInBurst, reportDelayMs, takeCounted } from './isolate-bursts'
import { integrationOfBot, type BotIntegration } from './queries'
import { resultOf, webhookRequest } from './reading'
import { integrationNamed } from './services'
import type { WebhookRequest } from './webhook-request'

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
 * @error NOT_FOUND There is no such service.
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
    const request = webhookRequest(headers, params.body)
    if (request === null) throw refused('The body is neither JSON nor a form')
    assertSigned(integration, setup, request)
    const event = integration.eventOf(request)
    if (!isShown(event, setup, params)) return {}
    const result = resultOf(integration, event, request)
    if (result === 'not_shown') return {}
    await take(context, bot, incoming(params, setup, { integration, event, request, result }))
    return {}
  },
})

/**
 * Answers success for a good address. Services that look whether somebody is there before they send anything ask for it.
 *
 * @error NOT_FOUND There is no such service.
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

function knownIntegration(name: string): Integration {
  const integration = integrationNamed(name)
  if (integration === undefined) throw notFound()
  return integration
}

function assertForService(setup: BotIntegration | null, { name }: Integration): void {
  if (setup !== null && setup.service !== name) throw refused('This bot was made for another service')
}

function assertSigned({ signature }: Integration, setup: BotIntegration | null, request: WebhookRequest): void {
  if (signature === null || setup === null || setup.secret === null) return
  if (signature.isGood(request, setup.secret, Date.now() / 1000)) return
  throw refused('The request is not signed with the secret of this bot', { status: 403 })
}

type Address = { readonly [N in keyof typeof address]?: string | undefined }

/** Whether the owner of the bot wants to read of an event. */
function isShown(
  event: string,
  setup: BotIntegration | null,
  { only_events = '', exclude_events = '' }: Address,
): boolean {
  return (
    isChosen(event, { only: eventNames(only_events), excluded: eventNames(exclude_events) }) &&
    (setup === null || isChosen(event, { only: setup.only_events, excluded: setup.excluded_events }))
  )
}

interface ReadEvent {
  readonly integration: Integration
  readonly event: string
  readonly request: WebhookRequest
  readonly result: Exclude<EventResult, 'not_shown'>
}

/** Where an event goes, and what it says. */
function incoming(
  given: Address,
  setup: BotIntegration | null,
  { integration, event, request, result }: ReadEvent,
): IncomingEvent {
  const stream = setup === null ? (given.stream ?? null) : setup.stream_id === null ? null : String(setup.stream_id)
  const topic = setup?.topic ?? given.topic
  return {
    service: integration.name,
    event,
    delivery_id: integration.deliveryIdOf(request),
    stream,
    message: result === 'unknown' ? null : fitting({ ...result, ...(topic !== undefined && { topic }) }),
  }
}

/** Has the realm's object take an event. While events come too fast, this isolate counts them by itself. */
async function take(
  { realm, defer }: Pick<RequestContext<never>, 'realm' | 'defer'>,
  { id }: Account,
  event: IncomingEvent,
): Promise<void> {
  const kind = event.message === null ? 'unknown' : 'burst'
  const step = countInBurst(id, kind, event.event, Date.now() / 1000)
  const report = async () => {
    const amounts = takeCounted(id)
    const { service, stream, message } = event
    if (amounts !== null) await realm.perform('reportEvents', { service, stream, topic: message?.topic ?? '', amounts })
  }
  if (step === 'report') await report()
  if (step === 'first')
    defer(new Promise((resolve) => setTimeout(resolve, reportDelayMs)).then(report).catch(() => undefined))
  if (step !== 'ask') return
  const { gathered_until } = await realm.perform('takeEvent', event)
  if (gathered_until !== null) beginBurst(id, gathered_until)
}
