import type { Machine } from '../live/live-deps'
import type { EventTable } from '../live/event-table'
import type { Change } from '../turn/change'
import { Delivery, reservedIds } from '../live/delivery'
import { errandsOf, type Errands } from '../jobs/jobs'
import { eventCounter, logged, numbered, takenBack } from '../live/event-log'
import { GroupCommit, type Cost } from '../commit/group-commit'
import { HighWater } from '../commit/high-water'
import { lastId } from '../sql/ids'
import { Inquiries } from '../live/polls'
import { Memory } from '../turn/query-cache'
import { Queues } from '../live/queues'
import { Reader, Recollection } from '../sql/reader'
import { Database, sqlOver, type Fragment, type Row, type Runner, type Sql } from '../sql/sql'
import { Upkeep } from '../live/queue-maintenance'

/** All that is kept in memory of a realm, and that is thrown away together. */
export interface Instance {
  commit: GroupCommit
  memory: Memory
  /** What turns read. They take place one after the other, so what is counted during one is its own. */
  reads: Database
  /** The same, as statements that see everything staged before them. */
  sql: Sql
  table: EventTable
  queues: Queues
  delivery: Delivery
  inquiries: Inquiries
  upkeep: Upkeep
  errands: Errands
}

interface Place extends Pick<Machine, 'realm_id' | 'env' | 'connections' | 'shares' | 'inTurn' | 'now'> {
  readonly storage: DurableObjectStorage
  readonly table: EventTable
  readonly errands: Errands
}

/** Learns what there is to know before the first turn; the rest is read when it is asked for. */
export async function learn({ storage, errands, ...place }: Place): Promise<Instance> {
  const { realm_id, env, table, connections } = place
  const highWater = new HighWater(storage.kv)
  const reads = new Database(env.DB)
  const { commit, rows } = await GroupCommit.load(new Database(env.DB), realm_id, errandsOf(realm_id), highWater.note)
  const sql = sqlOver(afterEarlierChanges(commit, reads))
  const last = lastId(realm_id, commit.committed, eventCounter)
  const queues = new Queues(storage.sql, last)
  connections.areUpTo(last)
  const wasPutBack = highWater.isAbove(commit.committed)
  if (wasPutBack) highWater.raise(commit.ids, realm_id)
  commit.ids.skip(eventCounter, reservedIds(storage.kv))
  const machine: Machine = { ...place, storage: storage.kv, commit, sql, queues, highWater }
  const delivery = new Delivery(machine)
  const upkeep = new Upkeep(machine, delivery)
  const instance: Instance = {
    commit,
    reads,
    sql,
    memory: new Memory(sql),
    table,
    queues,
    delivery,
    inquiries: new Inquiries(machine, delivery),
    upkeep,
    errands,
  }
  if (wasPutBack) upkeep.startOver()
  upkeep.announce((change) => stage(change, instance))
  errands.resume(rows)
  return instance
}

/** Hands a change to the next batch; whom it concerns is told when that batch is committed. */
export function stage(change: Change<unknown>, instance: Instance): Promise<Cost> {
  const { commit, queues, table, delivery, upkeep, errands } = instance
  const { erases = [] } = change
  const entries = numbered(change, commit.ids)
  const kept = errands.keep(change, commit.ids)
  const writes = [
    ...change.writes,
    // The log of a realm in which nobody listens is forgotten as a whole.
    ...(erases.length > 0 && queues.all().length > 0 ? takenBack(erases, change) : []),
    ...logged(change, entries, { listening: queues, subjects: table, ids: commit.ids }),
    ...kept.writes,
  ]
  if (writes.length === 0 && entries.length > 0) delivery.reserve(entries.at(-1)!.id)
  return commit.stage({ ...change, writes }, () => {
    if (erases.length > 0) delivery.takeBack(erases)
    delivery.publish(entries)
    if (change.silences !== undefined) upkeep.silence(change.silences)
    if (change.disconnects !== undefined) upkeep.disconnect(change.disconnects)
    kept.begin()
  })
}

/** Reads that see every change staged before them. Those asked for in the same tick share a round trip. */
function afterEarlierChanges(commit: GroupCommit, database: Database): Runner {
  const reader = new Reader(database, new Recollection(0))
  const run = async (statement: Fragment): Promise<Row[]> => {
    await commit.settled()
    return reader.run(statement)
  }
  return { run, recall: run }
}
