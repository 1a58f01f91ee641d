import type { ConnectionNote } from './connection-note'
import type { Refusal } from '../base/errors'
import type { Region } from '../base/regions'
import type { Bookmark } from '../sql/bookmarks'
import type { Tally } from '../sql/database'
import type { UseReport } from './isolate-use'
import type { Totals } from '../usage/usage-meter'

/** What a request says of itself, without a look-up. */
export interface RequestFacts {
  /** Scheme and host that the client used, for links: `https://chat.example.com`. */
  readonly origin: string
  readonly host: string
  /** The network of the client (`network-address.ts`); null when nothing in front of the Worker names its address. */
  readonly address: string | null
  /** Name of the client program (behaviour, Client name). */
  readonly client: string
  readonly credentials: Credentials | null
  /** Whether the client asks for a WebSocket. */
  readonly upgrades: boolean
  /** The region that the request came from; null: the platform does not say. */
  readonly region: Region | null
}

/** Credentials that name a session. They are not verified yet. */
export type Credentials =
  /** A key that the client sent; `email` is null when the key stands alone. */
  | { readonly by: 'key'; readonly email: string | null; readonly key: string }
  /** The secret in a browser's cookie. */
  | ({ readonly by: 'cookie'; readonly secret: string } & ForAccount)
  /** The mark in a ticket, of the session that asked for it; '' if the ticket has none. Only the realm object knows whether a ticket is good. */
  | ({ readonly by: 'ticket'; readonly mark: string } & ForAccount)
  /** The mark of the session that opened a connection, or that asked for the ticket which opened it. */
  | ({ readonly by: 'connection'; readonly mark: string } & ForAccount)

/**
 * Credentials that may belong to another account by now. The pages of a browser share its cookie, so when somebody else logs in,
 * the other pages do not notice.
 */
interface ForAccount {
  /** Id of the account for which the client asks: the session of another account is refused. Null: the client does not say. */
  readonly user_id: number | null
}

/** The facts of the realm's own work, which comes from no request. */
export const systemRequest: RequestFacts = {
  origin: '',
  host: '',
  address: null,
  client: 'Internal',
  credentials: null,
  upgrades: false,
  region: null,
}

/** A call of an action. */
export interface Call {
  name: string
  input: unknown
  realm_id: number
  facts: RequestFacts
  /** The note of the connection on which the call came; missing for calls over HTTP. */
  connection?: ConnectionNote | null
  /** What the Worker has counted of the day's quotas (`isolate-counts.ts`). */
  used?: Totals
}

/** Counts of an isolate of the Worker for the shares of a realm, since its last report to the realm's object. */
export interface ReportCall {
  readonly report: UseReport
  readonly used?: Totals
}

/**
 * The outcome of a call. `countsApart`: its rows count for a share of their own, and not for the caller. A refusal says how many rows were read, because these count, too. `again`: nothing was written, and the
 * caller may try again. `bookmark`: a state of the database that includes all that the reply tells of, if there are read replicas.
 */
export type Reply = { bookmark?: Bookmark } & (
  | { result: unknown; cost: Tally & { batch: number }; countsApart?: boolean }
  | { refused: Refusal; rows_read: number }
  | { again: true }
)
