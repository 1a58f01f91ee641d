import { parsedJson } from '../core/base/json'
import type { EventResult, WebhookIntegration } from './integration'
import { readerOf } from './integration'
import { Payload } from './payload'
import type { WebhookRequest } from './webhook-request'

/** Fields of a form in which services send their JSON. */
const jsonFields = ['payload', 'data']

/** Most fields of a form that are read. */
const maxFormFields = 200

/** The request of a service; null if its body is neither JSON nor a form. An empty body is fine: some services say all in headers. */
export function webhookRequest(headers: Headers, body: string, address = ''): WebhookRequest | null {
  const value = valueOf(headers, body)
  return value === undefined ? null : { headers, address, body, payload: new Payload(value) }
}

function valueOf(headers: Headers, body: string): unknown {
  if (body.trim() === '') return {}
  const isForm = (headers.get('Content-Type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded')
  return isForm ? formValue(body) : parsedJson(body.replace(/^\uFEFF/, ''))
}

function formValue(body: string): unknown {
  const fields = new URLSearchParams(body)
  for (const name of jsonFields) {
    const value = fields.get(name)
    const parsed = value === null ? undefined : parsedJson(value)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  }
  return Object.fromEntries([...fields].slice(0, maxFormFields).filter(([name]) => name !== '__proto__'))
}

/** The message of an event, or why there is none. */
export function resultOf(integration: WebhookIntegration, event: string, request: WebhookRequest): EventResult {
  const reader = readerOf(integration, event)
  return reader === undefined ? 'unknown' : reader(request.payload, request)
}
