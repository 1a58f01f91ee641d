import { refused } from '../base/errors'
import type { LiveDeps } from '../live/live-deps'
import type { EventTable } from '../live/event-table'
import type { Change } from '../turn/change'
import { Delivery, reservedIds } from '../live/delivery'
import { jobsOf } from '../jobs/job-rows'
import type { Jobs } from '../jobs/jobs'
import { eventCounter, logWrites, entriesOfChange, withdrawalWrites } from '../live/event-log'
import { LogTail } from '../live/log-tail'
import type { RaiseFloors, Reach } from '../commit/floors'
import { GroupCommit, type Cost } from '../commit/group-commit'
import type { Trail } from '../commit/commit-tokens'
import { HighWater } from '../commit/high-water'
import { lastId } from '../sql/ids'
import { Polls } from '../live/polls'
import { QueryCache } from '../turn/query-cache'
import { Queues } from '../live/queues'
import { Reader, RowCache } from '../sql/reader'
import type { ObjectUsage } from './object-usage'
import type { Database } from '../sql/database'
import { sqlOver, type Fragment, type Row, type Runner, type Sql } from '../sql/sql'
import { QueueMaintenance } from '../live/queue-maintenance'

/** The state of a realm in memory. When it may be out of date, all of it is dropped. */
export interface RealmState {
  commit: GroupCommit
  queryCache: QueryCache
  /** The database, for reads of turns. Turns come one after the other, so its tally during a turn is that of this turn. */
  reads: Database
  /** Reads for turns. They see all changes that were staged before. */
  sql: Sql
  table: EventTable
  /** Knows the row of the log to which further events are added. */
  tail: LogTail
  queues: Queues
  delivery: Delivery
  polls: Polls
  maintenance: QueueMaintenance
  jobs: Jobs
}

interface RealmDeps extends Pick<
  LiveDeps,
  'realm_id' | 'env' | 'connections' | 'shares' | 'wakeAt' | 'inTurn' | 'now'
> {
  readonly usage: ObjectUsage
  readonly trail: Trail
  readonly table: EventTable
  readonly jobs: Jobs
  readonly raiseFloors: RaiseFloors
  /** Finishes a move to another database that was interrupted. Answers whether the state can be loaded then. */
  readonly finishRelocation: () => Promise<boolean>
}

/** Loads the state that the first turn needs. Everything else is read later. */
export async function loadRealmState({
  usage,
  trail,
  jobs,
  raiseFloors,
  finishRelocation,
  ...rest
}: RealmDeps): Promise<RealmState> {
  const { realm_id, table, connections } = rest
  const { storage, meter, wall, database, place } = usage
  const highWater = new HighWater(storage.kv, meter.note, rest.env)
  const reads = database()
  const beside = jobsOf(realm_id)
  const load = () =>
    GroupCommit.load({ database: database(), realm_id, trail, beside, onWritten: highWater.note, wall, raiseFloors })
  let loaded = await load()
  if (!loaded.commit.isOfRealm && place.isRemembered) {
    place.forget()
    loaded = await load()
  }
  if (loaded.commit.hasMoved && (await finishRelocation())) loaded = await load()
  // Writing would take the mark away that keeps the former object from writing.
  if (loaded.commit.hasMoved) throw movingNow()
  const { commit, rows } = loaded
  const sql = sqlOver(afterEarlierChanges(commit, reads))
  const last = lastId(realm_id, commit.committed, eventCounter)
  const queues = new Queues(storage.sql, last)
  connections.areUpTo(last)
  const wasRestored = highWater.isAbove(commit.committed)
  if (wasRestored) highWater.raise(commit.ids, realm_id)
  commit.ids.skip(eventCounter, reservedIds(storage.kv))
  const deps: LiveDeps = { ...rest, database, storage: storage.kv, commit, sql, queues, highWater }
  const delivery = new Delivery(deps)
  const maintenance = new QueueMaintenance(deps, delivery)
  const state: RealmState = {
    commit,
    reads,
    sql,
    queryCache: new QueryCache(sql),
    table,
    tail: new LogTail(),
    queues,
    delivery,
    polls: new Polls(deps, delivery),
    maintenance,
    jobs,
  }
  if (wasRestored) maintenance.startOver()
  maintenance.announce((change) => stage(change, state))
  wall.onChange = (until) => maintenance.tellQuota(until)
  jobs.resume(rows)
  return state
}

const movingNow = () =>
  refused('The organization is moving to another database. Try again in a minute.', {
    code: 'ORGANIZATION_MOVING',
    status: 503,
  })

/** Adds a change to the next batch. After the commit, its events are delivered and its jobs begin. */
export function stage(change: Change<unknown>, state: RealmState, reach: Reach = []): Promise<Cost> {
  const { commit, queues, table, tail, delivery, polls, maintenance, jobs } = state
  const { erases = [] } = change
  const entries = entriesOfChange(change, commit.ids)
  const newJobs = jobs.store(change, commit.ids)
  const writes = [
    ...change.writes,
    // If there are no queues, the whole log is deleted anyway.
    ...(erases.length > 0 && queues.all().length > 0 ? withdrawalWrites(erases, change) : []),
    ...logWrites(change, entries, { listening: queues, subjects: table, ids: commit.ids, tail }),
    ...newJobs.writes,
  ]
  if (writes.length === 0 && entries.length > 0) delivery.reserve(entries.at(-1)!.id)
  const publish = (): void => {
    if (erases.length > 0) delivery.withdraw(erases)
    delivery.publish(entries)
    maintenance.noteGrowth()
    if (change.queueShares !== undefined) queues.changeShares(change.queueShares)
    if (change.endsQueues !== undefined) maintenance.endQueues(change.endsQueues)
    if (change.endsSessions !== undefined) {
      maintenance.endSessions(change.endsSessions)
      polls.endSessions(change.endsSessions)
    }
    newJobs.enqueue()
  }
  return commit.stage({ ...change, writes }, publish, reach)
}

/** How long an action may wait for an object beside the database, because all other actions wait for it. */
const turnObjectTimeoutMs = 2000

/** Runs reads after all staged changes are committed. Reads of one tick share a round trip. */
function afterEarlierChanges(commit: GroupCommit, database: Database): Runner {
  const reader = new Reader(database, new RowCache(0))
  const run = async (statement: Fragment): Promise<Row[]> => {
    await commit.waitUntilSettled()
    return reader.run(statement)
  }
  const { objects } = reader
  return { run, cachedFirst: run, ...(objects && { objects: { ...objects, timeoutMs: turnObjectTimeoutMs } }) }
}
