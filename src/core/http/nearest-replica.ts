import { logFailure } from '../base/failures'
import { LruCache, stringBytes } from '../base/lru-cache'
import { primaryRegion, replicaRegionOf, type Region } from '../base/regions'
import { withinMs } from '../base/within'
import { bookmarkHeader, bookmarkIn, laterBookmark, type Bookmark } from '../sql/bookmarks'
import { guardName, type Floor, type Guard, type LeaseCall } from '../realm/lease'
import { Reader, RowCache } from '../sql/reader'
import { sqlOver, type Database } from '../sql/sql'
import type { RequestFacts } from '../turn/call'
import { countInIsolate, takeCounts } from '../usage/isolate-counts'
import type { Authentication } from './authentication'
import type { Caller } from './caller'
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
  readonly caller: Caller
  readonly defer: Defer
}

/** A session that may read from replicas, if its guard lets it. */
interface NearbyReader {
  readonly region: Region
  readonly mark: string
  /** The latest state that its client has seen. */
  readonly bookmark: Bookmark
  /** Names the session in `leased`. */
  readonly key: string
}

/** What this isolate remembers of a session that had a lease. It may be out of date: the guard is asked at each read. */
interface Leased {
  readonly realm_id: number
  readonly floor: Bookmark
}

/** Sessions that had a lease when their guard was last asked. */
const leased = new LruCache<Leased>(1024 * 1024)

const remember = (key: string, known: Leased): void => leased.set(key, known, stringBytes(known.floor))

/** Forgets a session without a lease. Its next read asks the guard first. */
function forget(key: string): null {
  leased.delete(key)
  return null
}

/**
 * Answers a request by `work`. It reads from the nearest replica if its client keeps bookmarks: no older state than the client has
 * seen, and none from before a change that the guard of the region knows of (docs/decisions/0043-reads-from-replicas.md). All other
 * requests read from the primary.
 */
export async function answerNearby(
  read: ReadRequest,
  authentication: Authentication,
  work: () => Promise<Response>,
): Promise<Response> {
  const { request, url, env, facts, database, possible } = read
  const primary = primaryRegion(env)
  if (primary !== null && possible.every(({ mayBeOld }) => mayBeOld)) {
    if (facts.region === null || replicaRegionOf(facts.region) !== primary) database.readFromAnyReplica()
    return work()
  }
  if (primary === null || request.headers.get(bookmarkHeader) === null) return work()
  database.withBookmarks()
  const reader = readerOf(read, authentication)
  if (reader === null || !possible.every((endpoint) => onlyReads(endpoint, url))) return work()
  const known = read.caller.isVerified ? leased.get(reader.key) : undefined
  return known === undefined
    ? answerAfterGuard(read, reader, authentication, work)
    : answerBesideGuard(read, reader, known, work)
}

/** The session that asks; null if it is near the primary, or if nothing is known of it. */
function readerOf({ request, env, facts }: ReadRequest, authentication: Authentication): NearbyReader | null {
  const bookmark = bookmarkIn(request.headers.get(bookmarkHeader))
  const region = facts.region === null ? null : replicaRegionOf(facts.region)
  const mark = facts.credentials === null ? null : authentication.mark(facts.credentials)
  if (bookmark === null || mark === null || region === null || region === primaryRegion(env)) return null
  return { region, mark, bookmark, key: `${facts.host} ${region} ${mark}` }
}

/** Whether the Worker answers the request by reading rows, changes nothing, and may do so twice. */
const onlyReads = ({ method, acts, isLarge, counted }: Endpoint, { searchParams }: URL): boolean =>
  method === 'GET' && !acts && counted === 'request' && !isLarge(searchParams)

/**
 * Asks the guard first, because a session without a lease reads from the primary. The session is looked up nearby before that:
 * strangers wake no object.
 */
async function answerAfterGuard(
  read: ReadRequest,
  reader: NearbyReader,
  authentication: Authentication,
  work: () => Promise<Response>,
): Promise<Response> {
  const { database, caller, facts, env } = read
  database.readFromReplica(reader.bookmark)
  let floor: Bookmark | null = null
  if ((await caller.isKnown()) && caller.limiter.takeGuardCalls(1)) {
    // The realm's id never changes, so it may be read from a replica before the guard has answered.
    const sql = sqlOver(new Reader(database, new RowCache(0)))
    const realm_id = await authentication.realm({ sql, facts, env }).catch((error: unknown) => {
      logFailure('choosing a replica', error)
      return null
    })
    if (realm_id !== null) floor = await floorOf(read, reader, realm_id)
  }
  readFrom(database, floor)
  return work()
}

/**
 * Reads beside asking the guard, from the floor that the guard said last. If the floor is later by now, the answer may be older than
 * it must be. Then it is dropped, and the work is done again.
 */
async function answerBesideGuard(
  read: ReadRequest,
  reader: NearbyReader,
  { realm_id, floor: lastFloor }: Leased,
  work: () => Promise<Response>,
): Promise<Response> {
  const { database, caller } = read
  if (!caller.limiter.takeGuardCalls(1)) return work()
  const from = laterBookmark(reader.bookmark, lastFloor)
  database.readFromReplica(from)
  const [[outcome], floor] = await Promise.all([Promise.allSettled([work()]), floorOf(read, reader, realm_id)])
  if (floor === null || floor > from) {
    readFrom(database, floor)
    return work()
  }
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Has the request read from a replica with the state of this floor, or from the primary if there is none. */
function readFrom(database: Database, floor: Bookmark | null): void {
  if (floor === null) database.withBookmarks()
  else database.readFromReplica(floor)
}

/** The oldest state that the session may read; null: it has to read from the primary. */
async function floorOf(
  read: ReadRequest,
  { region, mark, bookmark, key }: NearbyReader,
  realm_id: number,
): Promise<Bookmark | null> {
  const { env, defer, facts, caller } = read
  countInIsolate(facts.host, 'object_requests', 1)
  try {
    const guards = env.READ_GUARD as DurableObjectNamespace<Guard>
    const guard = guards.getByName(guardName(realm_id, region), { locationHint: region })
    const answer = await withinMs(guard.floorOf(mark, bookmark), guardTimeoutMs)
    if (answer === null) return forget(key)
    const { floor, isDue } = JSON.parse(answer) as Floor
    if (floor === null) forget(key)
    else remember(key, { realm_id, floor })
    if (isDue && caller.limiter.takeGuardCalls(1)) {
      countInIsolate(facts.host, 'object_requests', 1)
      defer(renewed(guard, { realm_id, facts, region, mark, used: takeCounts(facts.host) }, key))
    }
    return floor
  } catch (error) {
    logFailure('choosing a replica', error)
    return forget(key)
  }
}

/** Has a lease renewed, and remembers its floor for the session's next read. */
async function renewed(guard: Pick<Guard, 'renew'>, call: Omit<LeaseCall, 'instance'>, key: string): Promise<void> {
  try {
    const floor = await guard.renew(call)
    if (floor !== null) remember(key, { realm_id: call.realm_id, floor })
  } catch (error) {
    logFailure('renewing a lease', error)
  }
}
