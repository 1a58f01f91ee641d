import { logFailure } from '../base/failures'
import { primaryRegion, regionOf } from '../base/regions'
import { withinMs } from '../base/within'
import { bookmarkHeader, bookmarkIn, type Bookmark } from '../sql/bookmarks'
import { guardName, type Floor, type Guard, type LeaseCall } from '../realm/lease'
import { Reader, RowCache } from '../sql/reader'
import { Database, sqlOver } from '../sql/sql'
import type { RequestFacts } from '../turn/call'
import { countInIsolate, takeCounts } from '../usage/isolate-counts'
import type { Authentication } from './authentication'
import type { Defer, Endpoint } from './endpoint'

/** A read goes to the primary if the guard of the reader's region does not answer in time. */
const guardTimeoutMs = 1000

interface ReadRequest {
  readonly request: Request
  readonly url: URL
  readonly env: Env
  readonly facts: RequestFacts
  readonly possible: readonly Endpoint[]
  /** The database as this request uses it. */
  readonly database: Database
  readonly defer: Defer
}

/**
 * Lets a request read from the nearest replica if its client keeps bookmarks. It reads no older state than the client has seen, and
 * none from before a change that the guard of the region knows of (docs/decisions/0043-reads-from-replicas.md). All other requests
 * read from the primary.
 */
export async function chooseReplica(read: ReadRequest, authentication: Authentication): Promise<void> {
  const { request, url, env, facts, possible, database } = read
  const primary = primaryRegion(env)
  const sent = request.headers.get(bookmarkHeader)
  if (primary === null || sent === null) return
  database.withBookmarks()
  const bookmark = bookmarkIn(sent)
  const region = regionOf(request.cf)
  const mark = facts.credentials === null ? null : authentication.mark(facts.credentials)
  if (bookmark === null || mark === null || region === null || region === primary) return
  if (!possible.every((endpoint) => onlyReads(endpoint, url))) return
  // The realm's id never changes, so it may be read from a replica before the guard has answered.
  const nearby = new Database(env.DB, ({ rows_read }) => countInIsolate(facts.host, 'rows_read', rows_read))
  nearby.readFromReplica(bookmark)
  const sql = sqlOver(new Reader(nearby, new RowCache(0)))
  try {
    const realm_id = await authentication.realm({ sql, facts, env })
    const floor = await floorOf({ realm_id, facts, region, mark }, bookmark, read)
    if (floor === null) return
    database.noteBookmark(floor)
    database.readFromReplica(bookmark)
  } catch (error) {
    logFailure('choosing a replica', error)
  }
}

/** Whether the Worker answers the request by reading rows, and changes nothing. */
const onlyReads = ({ method, acts, isLarge }: Endpoint, { searchParams }: URL): boolean =>
  method === 'GET' && !acts && !isLarge(searchParams)

/** The oldest state that the session may read; null: it has to read from the primary. */
async function floorOf(
  call: Pick<LeaseCall, 'realm_id' | 'facts' | 'region' | 'mark'>,
  bookmark: Bookmark,
  { env, defer, facts }: ReadRequest,
): Promise<Bookmark | null> {
  const { realm_id, region, mark } = call
  const guards = env.READ_GUARD as DurableObjectNamespace<Guard>
  const guard = guards.getByName(guardName(realm_id, region), { locationHint: region })
  countInIsolate(facts.host, 'object_requests', 1)
  const answer = await withinMs(guard.floorOf(mark, bookmark), guardTimeoutMs)
  if (answer === null) return null
  const { floor, isDue } = JSON.parse(answer) as Floor
  if (isDue) {
    countInIsolate(facts.host, 'object_requests', 1)
    const renewal = guard.renew({ ...call, used: takeCounts(facts.host) })
    defer(renewal.catch((error: unknown) => logFailure('renewing a lease', error)))
  }
  return floor
}
