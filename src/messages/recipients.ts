import { refused } from '../core/base/errors'
import { parsedJson } from '../core/base/json'
import type { StreamRef } from '../streams/access'

/** Maximal number of recipients of a message or a typing notification. */
export const maxRecipients = 1000

/** The one stream of `to`: a plain name, a JSON string, an id, or a list with one of these (endpoints, POST /messages). */
export function namedStream(to: string): StreamRef {
  const value = jsonOr(to)
  const items = Array.isArray(value) ? (value as unknown[]) : [value]
  if (items.length !== 1) throw refused('Expected exactly one stream')
  const [item] = items
  if (typeof item === 'string') return { name: item }
  if (Number.isInteger(item)) return { stream_id: item as number }
  throw refused('Invalid data type for stream')
}

/** The people of `to`, each once: all by id, or all by address. */
export function namedPeople(to: string): number[] | string[] {
  const value = jsonOr(to)
  const items = Array.isArray(value) ? (value as unknown[]) : typeof value === 'string' ? value.split(',') : null
  if (items === null) throw refused('Invalid data type for recipients')
  if (items.length > maxRecipients) throw refused(`Too many recipients (limit: ${maxRecipients})`)
  if (items.every((item) => Number.isInteger(item))) return nonEmpty([...new Set(items as number[])])
  if (items.every((item) => typeof item === 'string'))
    return nonEmpty([...new Set(items.map((email) => email.trim()).filter(Boolean))])
  throw refused('Recipient lists may contain emails or user IDs, but not both.')
}

function nonEmpty<T>(items: T[]): T[] {
  if (items.length === 0) throw refused('Message must have recipients')
  return items
}

/** The beginning of JSON. A plain name is not parsed, because every message would pay for the exception. */
const mayBeJson = /^\s*(?:[[{"\d-]|(?:true|false|null)\s*$)/

/** The parsed text; a text that is no JSON is taken literally. */
function jsonOr(raw: string): unknown {
  const value = mayBeJson.test(raw) ? parsedJson(raw) : undefined
  return value === undefined ? raw : value
}
