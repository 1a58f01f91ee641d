import type { Actor } from '../base/product'
import type { Credentials } from '../turn/call'
import type { ShareIds } from '../turn/day-shares'
import type { RealmClient } from '../realm/realm-client'
import type { Endpoint, RequestContext } from './endpoint'

type Asked = Pick<RequestContext<never>, 'sql' | 'facts' | 'env'>

/** The product's rules about credentials, which `core/` does not know. */
export interface Authentication {
  /** Name of the cookie with the secret of a browser's session. */
  readonly cookie: string
  /** Names a session in memory; null for credentials that cannot be good, whatever the database holds. */
  mark(credentials: Credentials): string | null
  /** The account that has the session, whatever it may do; refuses with 401 when there is none in this realm. */
  holder(asked: Asked): Promise<Actor>
  /** Notes that a session is used, where that is due. */
  renew(holder: Actor, realm: RealmClient): Promise<void>
  /** The account that asks, if it may use the endpoint; else refuses with 401. */
  viewer(asked: Asked & { endpoint: Endpoint }): Promise<Actor>
  /** The share for which the requests of an account count, and the pool that it is in. */
  sharesOf(actor: Actor): ShareIds
  /** Id of the realm that the request is for; refuses with 404 when there is none. */
  realm(asked: Asked): Promise<number>
}
