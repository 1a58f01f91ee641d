import type { Refusal } from '../base/errors'
import type { Tally } from '../sql/sql'

/** What is known of a request before anything is looked up. */
export interface RequestFacts {
  /** Scheme and host the client used, for links: `https://chat.example.com`. */
  readonly origin: string
  readonly host: string
  /** The network of the client (`network-address.ts`); null when nothing in front of the Worker told. */
  readonly address: string | null
  /** Name of the client program (behaviour, Client name). */
  readonly client: string
  readonly credentials: Credentials | null
  /** Whether the client wants to go on over a WebSocket. */
  readonly upgrades: boolean
}

/** What the client says it is; proven by whoever answers. */
export interface Credentials {
  /** Null when the key stands alone. */
  readonly email: string | null
  readonly key: string
}

/** Who acts when nobody does. */
export const systemRequest: RequestFacts = {
  origin: '',
  host: '',
  address: null,
  client: 'Internal',
  credentials: null,
  upgrades: false,
}

/** A named change that somebody asks for. */
export interface Call {
  name: string
  input: unknown
  realm_id: number
  facts: RequestFacts
}

/** What became of it. `again`: nothing was written, and the caller may ask once more. */
export type Reply = { result: unknown; cost: Tally & { batch: number } } | { refused: Refusal } | { again: true }
