import type { Payload } from './payload'

/** A request of another service that tells of an event. */
export interface WebhookRequest {
  readonly headers: Headers
  /** The address that the service called, as it stands in its settings; empty for a request that is taken again. */
  readonly address: string
  /** The body as it came. Signatures are made of it. */
  readonly body: string
  /** The body as JSON, or the fields of a form. */
  readonly payload: Payload
}
