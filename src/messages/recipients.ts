import { refused } from '../core/base/errors'
import type { StreamRef } from '../streams/access'

/** People or streams that one message may name, or what tells that it is being written. */
export const mostRecipients = 1000

/** The one stream of `to`: a plain name, a JSON string, an id, or a list with one of these (endpoints, POST /messages). */
export function streamOf(to: string): StreamRef {
  const value = jsonOr(to)
  const items = Array.isArray(value) ? (value as unknown[]) : [value]
  if (items.length !== 1) throw refused('Expected exactly one stream')
  const [item] = items
  if (typeof item === 'string') return { name: item }
  if (Number.isInteger(item)) return { stream_id: item as number }
  throw refused('Invalid data type for stream')
}

/** The people of `to`: ids or addresses, never both, each once. */
export function peopleOf(to: string): number[] | string[] {
  const value = jsonOr(to)
  const items = Array.isArray(value) ? (value as unknown[]) : typeof value === 'string' ? value.split(',') : null
  if (items === null) throw refused('Invalid data type for recipients')
  if (items.length > mostRecipients) throw refused(`Too many recipients (limit: ${mostRecipients})`)
  if (items.every((item) => Number.isInteger(item))) return nonEmpty([...new Set(items as number[])])
  if (items.every((item) => typeof item === 'string'))
    return nonEmpty([...new Set(items.map((email) => email.trim()).filter(Boolean))])
  throw refused('Recipient lists may contain emails or user IDs, but not both.')
}

function nonEmpty<T>(items: T[]): T[] {
  if (items.length === 0) throw refused('Message must have recipients')
  return items
}

/** How JSON begins, so that an ordinary name is not tried: each message would pay for the exception. */
const mayBeJson = /^\s*(?:[[{"\d-]|(?:true|false|null)\s*$)/

/** What is no JSON is meant literally. */
function jsonOr(raw: string): unknown {
  if (!mayBeJson.test(raw)) return raw
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}
