import type { Actor } from '../base/product'
import type { Credentials } from '../turn/call'
import type { Source } from '../sql/databases'
import type { ShareIds } from '../turn/share-limits'
import type { RealmClient } from '../realm/realm-client'
import type { Endpoint, RequestContext } from './endpoint'

type AuthenticationContext = Pick<RequestContext<never>, 'sql' | 'facts' | 'env'>

/** The product's rules about credentials, which `core/` does not know. */
export interface Authentication {
  /** Name of the cookie with the secret of a browser's session. */
  readonly cookie: string
  /** The mark that names a session in memory; null for credentials that cannot be good, whatever is in the database. */
  mark(credentials: Credentials): string | null
  /** The account that has the session, whatever its rights are. Refuses with 401 if this realm has no such session. */
  holder(asked: AuthenticationContext): Promise<Actor>
  /** The same by a database that may be older than the session: null if it has none, which is not remembered. */
  knownHolder(asked: AuthenticationContext): Promise<Actor | null>
  /** Notes that a session is used, if it was not noted lately. */
  renew(holder: Actor, realm: RealmClient): Promise<void>
  /** The account that asks. Refuses with 401 if there is none, or if it may not use the endpoint. */
  viewer(asked: AuthenticationContext & { endpoint: Endpoint }): Promise<Actor>
  /** The share for which the requests of an account count, and the pool that the share is in. */
  sharesOf(actor: Actor): ShareIds
  /** The database of the realm that the request is for; the first one if there is no such realm. */
  database(asked: Pick<AuthenticationContext, 'facts' | 'env'>): Source | Promise<Source>
  /** Id of the realm that the request is for. Refuses with 404 if there is none. */
  realm(asked: AuthenticationContext): Promise<number>
}
