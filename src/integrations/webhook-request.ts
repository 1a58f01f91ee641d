import type { Payload } from './payload'

/** A request of another service that tells of an event. */
export interface WebhookRequest {
  readonly headers: Headers
  /** The body as it came. Signatures are made of it. */
  readonly body: string
  /** The body as JSON, or the fields of a form. */
  readonly payload: Payload
}
