import type { WebhookMessage } from './integration'

/** An event of a service, read by the Worker. */
export interface IncomingEvent {
  /** Name of the service in addresses. */
  readonly service: string
  readonly event: string
  /** What is the same when the service repeats the request; null if it sends nothing like it. */
  readonly delivery_id: string | null
  /** Null: nobody has decided what such an event says. */
  readonly message: WebhookMessage | null
  /** Id or name of the stream; null: the owner of the bot gets a direct message. */
  readonly stream: string | null
}
