import type { Payload } from './payload'
import type { Signature } from './signatures'
import { entryOf } from './tables'
import type { WebhookRequest } from './webhook-request'

/** A message that tells people of an event. */
export interface WebhookMessage {
  /** Where it belongs, unless the address of the webhook names a topic. Cut to the length of topics. */
  readonly topic: string
  /** Markdown. Texts of others are in it by the functions of `markdown.ts` only. */
  readonly content: string
  /**
   * What the message is the state of, such as a build. While the message is still the last one of its topic, the next message of
   * the same thing is written in its place.
   */
  readonly subject?: string
  /** It says less than other messages of the same subject: it is left out where one of them is the last of its topic. */
  readonly saysLess?: true
}

/**
 * The message of an event. `not_shown`: people need not read of it. `unknown`: its service does not document it, or
 * nobody has written a reader for it; the owner of the bot learns how many came.
 */
export type EventResult = WebhookMessage | 'not_shown' | 'unknown'

/** Makes the message of an event. Pure. A field that is missing or has another type than documented must not make it fail. */
export type EventReader = (payload: Payload, request: WebhookRequest) => EventResult

/** An event that people need not read of. */
export const notShown: EventReader = () => 'not_shown'

/** A reader for events of several kinds with one name: the value of a field says which of the readers makes the message. */
export const byField =
  (path: string, readers: Readonly<Record<string, EventReader>>): EventReader =>
  (payload, request) => {
    const reader = entryOf(readers, payload.text(path))
    return reader === undefined ? 'unknown' : reader(payload, request)
  }

/** What services are for, in the list of integrations. */
export const categories = [
  'code',
  'builds',
  'monitoring',
  'incidents',
  'projects',
  'support',
  'money',
  'automation',
  'feeds',
] as const

export type Category = (typeof categories)[number]

/**
 * A step in the settings of the service. `open`: go through these menus. `press`: a button. `paste`: the address or the secret of
 * the integration, into a field. `choose`: a value of a field. `events`: where to choose what the service sends. `copySecretFrom`: the
 * field with the secret of the service, which is to be pasted here. Names are in English, as the service writes them.
 */
export type SetupStep =
  | { readonly open: readonly string[] }
  | { readonly press: string }
  | { readonly paste: 'address' | 'secret'; readonly into: string }
  | { readonly choose: string; readonly in: string }
  | { readonly events: string }
  | { readonly copySecretFrom: string }

/** What is known of every service. */
interface Service {
  /** Name in addresses: lower-case letters, digits and underscores. The same as at the reference, where it has the service. */
  readonly name: string
  /** Name of the service as it writes it. */
  readonly label: string
  readonly category: Category
  /** Where the service documents what it sends. */
  readonly documentation: string
}

/** A service that posts its events to an address here. */
export interface WebhookIntegration extends Service {
  readonly source: 'webhook'
  /** The name of an event. Empty if the request has none. */
  readonly eventOf: (request: WebhookRequest) => string
  /**
   * A reader for every event that the service documents, by its name. A name that ends in `*` stands for
   * all events that begin like it and are not listed themselves.
   */
  readonly events: Readonly<Record<string, EventReader>>
  /** How the service signs its requests; null if it does not. */
  readonly signature: Signature | null
  /** Who makes the secret that requests are signed with; null if they are not signed. */
  readonly secretMadeBy: 'us' | 'service' | null
  /** What distinguishes a request from others and is the same when it is repeated; null if the service sends nothing like it. */
  readonly deliveryIdOf: (request: WebhookRequest) => string | null
  readonly steps: readonly SetupStep[]
}

/** Documents that are read at an address elsewhere, again and again: `feeds/`. */
export interface FeedIntegration extends Service {
  readonly source: 'feed'
}

/** Another service whose events become messages. */
export type Integration = WebhookIntegration | FeedIntegration

/** The reader of an event; undefined if the service documents no such event. */
export function readerOf({ events }: Pick<WebhookIntegration, 'events'>, event: string): EventReader | undefined {
  const listed = entryOf(events, event)
  if (listed !== undefined) return listed
  const family = Object.keys(events)
    .filter((name) => name.endsWith('*') && event.startsWith(name.slice(0, -1)))
    .toSorted((a, b) => b.length - a.length)[0]
  return family === undefined ? undefined : events[family]
}
