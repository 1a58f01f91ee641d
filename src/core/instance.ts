import type { Change } from './change'
import { Delivery, reservedIds, type EventTable, type Machine } from './delivery'
import { errandsOf, type Errands } from './errands'
import { eventCounter, logged, numbered } from './event-log'
import { GroupCommit, type Cost } from './group-commit'
import { lastId } from './ids'
import { Inquiries } from './inquiries'
import { Memory } from './memory'
import { Queues } from './queues'
import { Reader, Recollection } from './reader'
import { Database, sqlOver, type Fragment, type Row, type Runner, type Sql } from './sql'
import { Upkeep } from './upkeep'

/** All that is kept in memory of a realm, and that is thrown away together. */
export interface Instance {
  commit: GroupCommit
  memory: Memory
  /** What turns read. They take place one after the other, so what is counted during one is its own. */
  reads: Database
  /** The same, as statements that see everything staged before them. */
  sql: Sql
  queues: Queues
  delivery: Delivery
  inquiries: Inquiries
  upkeep: Upkeep
  errands: Errands
}

interface Place extends Pick<Machine, 'realm_id' | 'env' | 'connections' | 'inTurn' | 'now'> {
  readonly storage: DurableObjectStorage
  readonly table: EventTable
  readonly errands: Errands
}

/** Learns what there is to know before the first turn; the rest is read when it is asked for. */
export async function learn({ storage, errands, ...place }: Place): Promise<Instance> {
  const { realm_id, env } = place
  const reads = new Database(env.DB)
  const { commit, rows } = await GroupCommit.load(new Database(env.DB), realm_id, errandsOf(realm_id))
  const sql = sqlOver(afterEarlierChanges(commit, reads))
  const queues = new Queues(storage.sql, lastId(realm_id, commit.committed, eventCounter))
  commit.ids.skip(eventCounter, reservedIds(storage.kv))
  const machine: Machine = { ...place, storage: storage.kv, commit, sql, queues }
  const delivery = new Delivery(machine)
  const upkeep = new Upkeep(machine, delivery)
  const instance: Instance = {
    commit,
    reads,
    sql,
    memory: new Memory(sql),
    queues,
    delivery,
    inquiries: new Inquiries(machine, delivery),
    upkeep,
    errands,
  }
  upkeep.announce((change) => stage(change, instance))
  errands.resume(rows)
  return instance
}

/** Hands a change to the next batch; whom it concerns is told when that batch is committed. */
export function stage(change: Change<unknown>, { commit, queues, delivery, upkeep, errands }: Instance): Promise<Cost> {
  const entries = numbered(change, commit.ids)
  const kept = errands.keep(change, commit.ids)
  const writes = [...change.writes, ...logged(change, entries, queues), ...kept.writes]
  if (writes.length === 0 && entries.length > 0) delivery.reserve(entries.at(-1)!.id)
  return commit.stage({ ...change, writes }, () => {
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
