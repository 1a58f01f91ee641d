import type { Counters } from '../sql/ids'
import type { QueueOptions, StoredQueue } from './queue'

/**
 * Rows for the queues of a realm. Each wake of the object reads all of them, and each queue in use is written down again
 * every two minutes, so that many queues share a row: what is in use is written at once, at the price of one.
 */
const rowCount = 32

/** Which row holds a queue. Ids are random, so that rows fill evenly. */
export const rowIdOf = (queue_id: string): number => parseInt(queue_id.slice(0, 8), 16) % rowCount

/** The event queues of one realm in the storage of its object. */
export class QueueRows {
  constructor(private readonly storage: SqlStorage) {
    storage.exec('create table if not exists queue_shelf (id integer primary key, queues text)')
    this.moveIn()
  }

  all(): StoredQueue[] {
    return this.storage
      .exec<{ queues: string }>('select queues from queue_shelf')
      .toArray()
      .flatMap(({ queues }) => JSON.parse(queues) as StoredQueue[])
  }

  save(shelf: number, queues: readonly StoredQueue[]): void {
    if (queues.length === 0) this.storage.exec('delete from queue_shelf where id = ?', shelf)
    else this.storage.exec('insert or replace into queue_shelf values (?, ?)', shelf, JSON.stringify(queues))
  }

  /** Objects of earlier releases kept each queue in a row of its own. */
  private moveIn(): void {
    const tables = this.storage.exec("select 1 from sqlite_master where type = 'table' and name = 'queue'")
    if (tables.toArray().length === 0) return
    const queues = this.storage
      .exec<OldRow>('select * from queue where length(options) < ?', longestOldOptions)
      .toArray()
      .map(({ options, counters, allPublicStreams, ...row }) => ({
        ...row,
        share: row.user_id,
        options: JSON.parse(options) as QueueOptions,
        allPublicStreams: Boolean(allPublicStreams),
        counters: JSON.parse(counters) as Counters,
        logged: 0,
      }))
    for (const [shelf, held] of Map.groupBy(queues, ({ id }) => rowIdOf(id))) this.save(shelf, held)
    this.storage.exec('drop table queue')
  }
}

/** Queues with longer options than can be asked for now are left out, and their clients register anew. */
const longestOldOptions = 4096

interface OldRow extends Record<string, SqlStorageValue> {
  id: string
  user_id: number
  options: string
  allPublicStreams: number
  lifespan: number
  base: number
  acknowledged: number | null
  counters: string
  seen: number
}
