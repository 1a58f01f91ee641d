import type { ConnectionNote } from './connection-note'
import type { Refusal } from '../base/errors'
import type { Tally } from '../sql/sql'
import type { UseReport } from './isolate-use'
import type { Totals } from '../usage/usage-meter'

/** Facts of a request that need no look-up. */
export interface RequestFacts {
  /** Scheme and host the client used, for links: `https://chat.example.com`. */
  readonly origin: string
  readonly host: string
  /** The network of the client (`network-address.ts`); null when nothing in front of the Worker names its address. */
  readonly address: string | null
  /** Name of the client program (behaviour, Client name). */
  readonly client: string
  readonly credentials: Credentials | null
  /** Whether the client asks for a WebSocket. */
  readonly upgrades: boolean
}

/** Credentials that name a session, not verified yet. */
export type Credentials =
  /** A key that the client sent; `email` is null when the key stands alone. */
  | { readonly by: 'key'; readonly email: string | null; readonly key: string }
  /** The secret in a browser's cookie. */
  | ({ readonly by: 'cookie'; readonly secret: string } & ForAccount)
  /** The mark of the session that asked for a ticket, or '' if the ticket has none. Whether it is good, the realm object knows. */
  | ({ readonly by: 'ticket'; readonly mark: string } & ForAccount)
  /** The mark of the session that opened a connection, or that asked for the ticket of one. */
  | ({ readonly by: 'connection'; readonly mark: string } & ForAccount)

/**
 * Credentials that somebody else may have exchanged since the client got to know whose they are: pages share the cookie of
 * their browser.
 */
interface ForAccount {
  /** Id of the account for which the client asks; the session of another one is refused. Null: the client does not say. */
  readonly user_id: number | null
}

/** The facts of the realm's own work, which no request asked for. */
export const systemRequest: RequestFacts = {
  origin: '',
  host: '',
  address: null,
  client: 'Internal',
  credentials: null,
  upgrades: false,
}

/** A call of an action. */
export interface Call {
  name: string
  input: unknown
  realm_id: number
  facts: RequestFacts
  /** The connection that it came on, if it came on one. */
  connection?: ConnectionNote | null
  /** What the Worker counted before (`isolate-counts.ts`). */
  used?: Totals
}

/** Counts of an isolate of the Worker for the shares of a realm, which its object has not heard of. */
export interface ReportCall {
  readonly report: UseReport
  readonly used?: Totals
}

/** The outcome of a call. Refusals tell what was read, which counts as well. `again`: nothing was written, and the caller may try again. */
export type Reply =
  | { result: unknown; cost: Tally & { batch: number } }
  | { refused: Refusal; rows_read: number }
  | { again: true }
