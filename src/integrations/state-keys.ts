import type { IncomingEvent } from './incoming-event'
import type { WebhookMessage } from './integration'

/**
 * What the messages of one thing have in common. It is stored where messages have the queue of their client, which webhooks do not
 * have, and so it costs no row.
 */
export const stateKey = (
  { service, event }: Pick<IncomingEvent, 'service' | 'event'>,
  { subject }: Pick<WebhookMessage, 'subject'>,
): string => `${service} ${subject === undefined ? event : `of ${subject}`}`

/** What the messages of all feeds have in common: each entry is a message of its own. */
export const feedKey = 'rss entry'

/** The name of the event in the key of a message, or what the message is the state of. */
export const eventOfKey = (key: string): string => key.slice(key.indexOf(' ') + 1).replace(/^of /, '')

/** Whether what stands in place of a queue is such a key: the id of a queue has no space. */
export const isStateKey = (queue_id: string): boolean => queue_id.includes(' ')
