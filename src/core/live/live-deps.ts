import type { GroupCommit } from '../commit/group-commit'
import type { HighWater } from '../commit/high-water'
import type { Database } from '../sql/database'
import type { Sql } from '../sql/sql'
import type { DayShares } from '../turn/day-shares'
import type { Connections } from './connections'
import type { EventTable } from './event-table'
import type { Queues } from './queues'

/** What the delivery of events needs of the realm object. */
export interface LiveDeps {
  readonly realm_id: number
  readonly env: Env
  readonly storage: SyncKvStorage
  /** The database, for reads that belong to no turn. */
  readonly database: () => Database
  readonly commit: GroupCommit
  /** Reads that see every committed change. */
  readonly sql: Sql
  readonly table: EventTable
  readonly queues: Queues
  readonly highWater: HighWater
  readonly connections: Connections
  /** Counts what connections use of the day's shares. */
  readonly shares: Pick<DayShares, 'guard' | 'hasLeft' | 'count'>
  /** Sets the object's alarm for this time, in UNIX seconds, unless it is set for an earlier time. */
  readonly wakeAt: (seconds: number) => Promise<void>
  readonly inTurn: <T>(turn: () => Promise<T>) => Promise<T>
  readonly now: () => number
}
