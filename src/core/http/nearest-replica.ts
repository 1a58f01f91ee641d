import { logFailure } from '../base/failures'
import { LruCache, stringBytes } from '../base/lru-cache'
import { isFarFromPrimary, primaryRegion, replicaRegionOf, type Region } from '../base/regions'
import { withinMs } from '../base/within'
import { bookmarkHeader, bookmarkIn, laterBookmark, type Bookmark } from '../sql/bookmarks'
import { guardName, leaseSeconds, type Floor, type Guard } from '../realm/lease'
import type { Database } from '../sql/database'
import type { RequestFacts } from '../turn/call'
import { countInIsolate, takeCounts } from '../usage/isolate-counts'
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

/** Answers a request from this database. */
type Work = (database: Database) => Promise<Response>

/** A session whose client is far from the primary. */
interface FarSession {
  readonly region: Region
  readonly mark: string
  /** Key of the session in `leases`. */
  readonly key: string
}

/** A session that may read from replicas, if its guard lets it. */
interface FarReader extends FarSession {
  /** The latest state that its client has seen. */
  readonly bookmark: Bookmark
}

/** What this isolate remembers of a session's lease. It may be out of date, so each read asks the guard, too. */
interface RememberedLease {
  readonly floor: Bookmark
  /** Milliseconds since 1970, when the guard's lease ends unless it is renewed. */
  readonly until: number
}

const leases = new LruCache<RememberedLease>(1024 * 1024)

const remember = (key: string, lease: RememberedLease): void => leases.set(key, lease, stringBytes(lease.floor))

/** The lease of a session, if this isolate has verified the session and the lease has not ended. */
function leaseOf({ key }: FarSession, { isVerified }: Caller): RememberedLease | null {
  const lease = isVerified ? leases.get(key) : undefined
  return lease !== undefined && lease.until > Date.now() ? lease : null
}

/** Forgets a lease: the next read of the session does not rely on it. */
function forget(key: string): null {
  leases.delete(key)
  return null
}

/**
 * Answers a request by `work`. It reads from the nearest replica if its client keeps bookmarks: no older state than the client has
 * seen, and none from before a change that the guard of the region knows of (docs/decisions/0043-reads-from-replicas.md). All other
 * requests read from the primary.
 */
export async function answerNearby(read: ReadRequest, work: Work): Promise<Response> {
  const { request, url, env, facts, database, possible, caller } = read
  if (primaryRegion(env) === null) return work(database)
  if (possible.every(({ mayBeOld }) => mayBeOld)) {
    if (isFarFromPrimary(env, facts.region)) database.readFromAnyReplica()
    return work(database)
  }
  const sent = request.headers.get(bookmarkHeader)
  if (sent === null) return work(database)
  database.withBookmarks()
  const session = farSessionOf(read)
  if (session === null) return work(database)
  if (possible.some(({ precedesReads }) => precedesReads)) {
    await caller.verify()
    if (leaseOf(session, caller) === null) requestLease(read, session)
    return work(database)
  }
  const bookmark = bookmarkIn(sent)
  if (bookmark === null || !possible.every((endpoint) => onlyReads(endpoint, url))) return work(database)
  const lease = leaseOf(session, caller)
  return lease === null
    ? answerByPrimaryOrReplica(read, { ...session, bookmark }, work)
    : answerBesideGuard(read, { ...session, bookmark }, lease, work)
}

/** The session that asks; null if it is near the primary, or if nothing is known of it. */
function farSessionOf({ env, facts, caller: { mark } }: ReadRequest): FarSession | null {
  if (mark === null || facts.region === null || !isFarFromPrimary(env, facts.region)) return null
  const region = replicaRegionOf(facts.region)
  return { region, mark, key: `${facts.host} ${region} ${mark}` }
}

/** Whether the Worker answers the request by reading rows, changes nothing, and may do so twice. */
const onlyReads = ({ method, acts, isLarge, counted }: Endpoint, { searchParams }: URL): boolean =>
  method === 'GET' && !acts && counted === 'request' && !isLarge(searchParams)

/**
 * Reads from the primary at once. At the same time asks the guard, and reads from a replica if the guard allows it. The first answer
 * counts, so nobody waits longer than without replicas. Before all this the session is looked up nearby, because a stranger must not
 * wake an object.
 */
async function answerByPrimaryOrReplica(read: ReadRequest, reader: FarReader, work: Work): Promise<Response> {
  const { database, caller, defer } = read
  if (!(await caller.isKnownNearby()) || caller.realm_id === null || !caller.limiter.takeGuardCalls(1))
    return work(database)
  const [primary, replica] = [database.clone().withBookmarks(), database.clone()]
  const answers = [answerFrom(primary, work), answerFromReplica(read, reader, replica, work)] as const
  // Count the rows of both answers, also of the one that comes second.
  defer(
    Promise.allSettled(answers).then(() => caller.limiter.charge(primary.tally.rows_read + replica.tally.rows_read)),
  )
  const { response, bookmark } = await firstOf(...answers)
  database.noteBookmark(bookmark)
  return response
}

/** An answer, and the state of the database that it shows. */
interface DatabaseAnswer {
  readonly response: Response
  readonly bookmark: Bookmark | null
}

const answerFrom = async (database: Database, work: Work): Promise<DatabaseAnswer> => {
  const response = await work(database)
  return { response, bookmark: database.bookmark }
}

/** An answer from a replica; null if the session has no lease. */
async function answerFromReplica(
  read: ReadRequest,
  reader: FarReader,
  replica: Database,
  work: Work,
): Promise<DatabaseAnswer | null> {
  const floor = await floorOf(read, reader)
  if (floor === null) return null
  replica.readFromReplica(floor)
  return answerFrom(replica, work)
}

/** The first of two answers; that of the primary if the replica has none or fails. */
async function firstOf(
  ofPrimary: Promise<DatabaseAnswer>,
  ofReplica: Promise<DatabaseAnswer | null>,
): Promise<DatabaseAnswer> {
  const early = await Promise.race([
    ofPrimary.then(
      (answer) => answer,
      () => null,
    ),
    ofReplica.then(
      (answer) => answer ?? ofPrimary,
      () => ofPrimary,
    ),
  ])
  return early ?? ofPrimary
}

/**
 * Reads from the floor that the guard named last, while it asks the guard again. If the floor is later by now, the answer may be too old.
 * Then it is dropped, and the work is done again.
 */
async function answerBesideGuard(
  read: ReadRequest,
  reader: FarReader,
  { floor: lastFloor }: RememberedLease,
  work: Work,
): Promise<Response> {
  const { database, caller } = read
  if (!caller.limiter.takeGuardCalls(1)) return work(database)
  const from = laterBookmark(reader.bookmark, lastFloor)
  database.readFromReplica(from)
  const [[outcome], floor] = await Promise.all([Promise.allSettled([work(database)]), floorOf(read, reader)])
  if (floor === null || floor > from) {
    if (floor === null) database.withBookmarks()
    else database.readFromReplica(floor)
    return work(database)
  }
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The oldest state that the session may read; null: it has to read from the primary. */
async function floorOf(read: ReadRequest, reader: FarReader): Promise<Bookmark | null> {
  const { facts } = read
  const { mark, bookmark, key } = reader
  countInIsolate(facts.host, 'object_requests', 1)
  try {
    const requestedAt = Date.now()
    const answer = await withinMs(guardOf(read, reader).floorOf(mark, bookmark), guardTimeoutMs)
    if (answer === null) return forget(key)
    // A guard of the former release does not say how long its lease lasts.
    const { floor, isDue, seconds = leaseSeconds / 3 } = JSON.parse(answer) as Floor
    if (floor === null) forget(key)
    else remember(key, { floor, until: requestedAt + seconds * 1000 })
    if (isDue) requestLease(read, reader)
    return floor
  } catch (error) {
    logFailure('choosing a replica', error)
    return forget(key)
  }
}

/** Has the guard renew the lease of a session, and remembers the floor for the session's next read. The answer does not wait for this. */
function requestLease(read: ReadRequest, session: FarSession): void {
  const { facts, caller, defer } = read
  const { region, mark, key } = session
  const { realm_id } = caller
  if (realm_id === null || !caller.limiter.takeGuardCalls(1)) return
  countInIsolate(facts.host, 'object_requests', 1)
  const requestedAt = Date.now()
  const renewed = guardOf(read, session).renew({ realm_id, facts, region, mark, used: takeCounts(facts.host) })
  defer(
    renewed
      .then((floor) => floor !== null && remember(key, { floor, until: requestedAt + leaseSeconds * 1000 }))
      .catch((error: unknown) => logFailure('renewing a lease', error)),
  )
}

function guardOf({ env, caller }: ReadRequest, { region }: FarSession): Pick<Guard, 'floorOf' | 'renew'> {
  const guards = env.READ_GUARD as DurableObjectNamespace<Guard>
  return guards.getByName(guardName(caller.realm_id!, region), { locationHint: region })
}
