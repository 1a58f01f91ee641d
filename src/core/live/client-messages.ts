import { Buffer } from 'node:buffer'
import { refused } from '../base/errors'

/** Bytes of UTF-8 of a client's message on a socket. */
const maxMessageBytes = 64 * 1024

/** Characters of an ask's id. */
const maxIdCharacters = 100

/** A request that a client sends on its socket. */
export interface Ask {
  /** The client's name for it, which the answer repeats. */
  readonly id: number | string
  /** Method and path, as over HTTP: `POST /messages`. */
  readonly ask: string
  /** The parameters by name, not checked yet. */
  readonly params: unknown
  /** Characters of the message that it came in. */
  readonly size: number
}

/** A message of a client on its socket: an acknowledgement, an ask, or both. */
interface ClientMessage {
  readonly last_event_id: number | null
  readonly ask: Ask | null
}

/** Reads `{"last_event_id": 71}` and `{"id": 7, "ask": "POST /typing", "params": {}}`; refuses everything else. */
export function readClientMessage(message: string | ArrayBuffer): ClientMessage {
  if (typeof message !== 'string') throw refused('Binary messages mean nothing')
  if (message.length > maxMessageBytes || Buffer.byteLength(message) > maxMessageBytes)
    throw refused(`A message has at most ${maxMessageBytes} bytes`)
  const { id, ask, params = {}, last_event_id = null } = objectIn(message)
  if (last_event_id !== null && !isEventId(last_event_id)) throw refused('last_event_id must be an integer')
  if (id !== undefined && !isAskId(id)) throw refused('id must be an integer or a short text')
  if (ask === undefined) {
    if (last_event_id === null) throw refused('A message has an ask or a last_event_id')
    return { last_event_id, ask: null }
  }
  if (typeof ask !== 'string') throw refused('ask must be a method and a path')
  if (id === undefined) throw refused('An ask needs an id')
  return { last_event_id, ask: { id, ask, params, size: message.length } }
}

function objectIn(message: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(message)
  } catch {
    throw refused('Malformed message')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('Malformed message')
  return value as Record<string, unknown>
}

const isEventId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= -1

const isAskId = (value: unknown): value is Ask['id'] =>
  typeof value === 'string' ? value.length <= maxIdCharacters : Number.isSafeInteger(value) && (value as number) >= 0
