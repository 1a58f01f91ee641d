import { refused } from '../core/base/errors'
import { notFound } from '../core/http/patterns'
import { eventNames, isChosen } from './event-choice'
import { fittingMessage, fittingKey, fittingName } from './fitting'
import type { IncomingEvent } from './incoming-event'
import type { EventResult, WebhookIntegration } from './integration'
import type { BotIntegration } from './queries'
import { resultOf } from './reading'
import { integrationNamed } from './services'
import type { WebhookRequest } from './webhook-request'

/** Parameters in the address of a webhook. */
interface AddressParams {
  readonly stream?: string | undefined
  readonly topic?: string | undefined
  readonly only_events?: string | undefined
  readonly exclude_events?: string | undefined
}

/** The service with this name, which posts its events. Refuses with 404 if there is none. */
export function knownIntegration(name: string): WebhookIntegration {
  const integration = integrationNamed(name)
  if (integration === undefined) throw notFound()
  if (integration.source === 'feed')
    throw refused('Nothing is posted for this service: its feeds are read at their own addresses')
  return integration
}

/** Refuses an event of another service than the one that the bot was made for. */
export function assertForService(setup: BotIntegration | null, { name }: WebhookIntegration): void {
  if (setup !== null && setup.service !== name)
    throw refused('This bot was made for another service', { reason: 'wrong_service' })
}

/** Refuses a request that must be signed and is not. */
export function assertSigned(
  { signature }: WebhookIntegration,
  setup: BotIntegration | null,
  request: WebhookRequest,
): void {
  if (signature === null || setup === null || setup.secret === null) return
  if (signature.isGood(request, setup.secret, Date.now() / 1000)) return
  throw refused('The request is not signed with the secret of this bot', { status: 403, reason: 'not_signed' })
}

/** The request, if its body could be read. Refuses what is neither JSON nor a form. */
export function assertReadable(request: WebhookRequest | null): WebhookRequest {
  if (request === null) throw refused('The body is neither JSON nor a form', { reason: 'unreadable_body' })
  return request
}

/** Whether the owner of the bot wants to read of an event. */
export function isWanted(
  event: string,
  setup: BotIntegration | null,
  { only_events = '', exclude_events = '' }: AddressParams,
): boolean {
  return (
    isChosen(event, { only: eventNames(only_events), excluded: eventNames(exclude_events) }) &&
    (setup === null || isChosen(event, { only: setup.only_events, excluded: setup.excluded_events }))
  )
}

/** An event of a service, and what it says. */
interface ReadEvent<R extends EventResult = EventResult> {
  readonly event: string
  readonly delivery_id: string | null
  readonly result: R
}

/** The name of the event of a request; empty if it has none. */
export const eventNameOf = ({ eventOf }: WebhookIntegration, request: WebhookRequest): string =>
  fittingName(eventOf(request))

export function readEvent(integration: WebhookIntegration, request: WebhookRequest): ReadEvent {
  const event = eventNameOf(integration, request)
  const id = integration.deliveryIdOf(request)
  return { event, delivery_id: id && fittingKey(id), result: resultOf(integration, event, request) }
}

/** Where an event goes, and what it says. */
export function incomingEvent(
  { stream: streamOfAddress, topic: topicOfAddress }: AddressParams,
  setup: BotIntegration | null,
  { name }: WebhookIntegration,
  { event, delivery_id, result }: ReadEvent<Exclude<EventResult, 'not_shown'>>,
): IncomingEvent {
  const ownStream = setup === null || setup.stream_id === null ? null : String(setup.stream_id)
  const topic = setup?.topic ?? topicOfAddress
  return {
    service: name,
    event,
    delivery_id,
    stream: setup === null ? (streamOfAddress ?? null) : ownStream,
    message: result === 'unknown' ? null : fittingMessage({ ...result, ...(topic !== undefined && { topic }) }),
  }
}
