import { logFailure } from '../base/failures'
import type { Counters } from '../sql/ids'
import type { QueueOptions, StoredQueue } from './queue'

/**
 * Number of rows in which the queues of a realm are stored. A row has many queues. A row for each queue would cost more, because the object
 * reads all rows when it wakes, and stores each queue that is in use every two minutes.
 */
const rowCount = 32

/** The row of a queue. Rows fill evenly, because ids of queues are random. */
export const rowIdOf = (queue_id: string): number => parseInt(queue_id.slice(0, 8), 16) % rowCount

/** Stores the event queues of one realm in the storage of its object. */
export class QueueRows {
  constructor(private readonly storage: Pick<SqlStorage, 'exec'>) {
    storage.exec(queueShelf)
  }

  /** All queues. A row that cannot be read is deleted, and the clients of its queues register again. */
  all(): StoredQueue[] {
    return this.storage
      .exec<{ id: number; queues: string }>('select id, queues from queue_shelf')
      .toArray()
      .flatMap(({ id, queues }) => {
        const found = queuesIn(queues)
        if (found === null) this.save(id, [])
        return found ?? []
      })
  }

  save(row_id: number, queues: readonly StoredQueue[]): void {
    if (queues.length === 0) this.storage.exec('delete from queue_shelf where id = ?', row_id)
    else this.storage.exec('insert or replace into queue_shelf values (?, ?)', row_id, JSON.stringify(queues))
  }
}

const queueShelf = 'create table if not exists queue_shelf (id integer primary key, queues text)'

/** The queues in the text of a row; null if it cannot be read. */
function queuesIn(text: string): StoredQueue[] | null {
  try {
    const queues = JSON.parse(text) as (StoredQueue & EarlierFields)[]
    const all = queues.map(({ overhears = false, share, ...queue }) => ({
      ...queue,
      allPublicStreams: queue.allPublicStreams ?? overhears,
      shares: queue.shares ?? [share!],
    }))
    if (all.every(isWhole)) return all
    throw new TypeError('A stored queue lacks a field')
  } catch (error) {
    logFailure('stored queues', error)
    return null
  }
}

/** Whether all fields of a stored queue have their types. */
const isWhole = ({
  id,
  user_id,
  shares,
  options,
  lifespan,
  base,
  acknowledged,
  counters,
  seen,
}: StoredQueue): boolean =>
  typeof id === 'string' &&
  [user_id, lifespan, base, seen, ...shares].every(Number.isFinite) &&
  (acknowledged === null || Number.isFinite(acknowledged)) &&
  [options, counters].every((value: unknown) => typeof value === 'object' && value !== null)

/** Takes over the queues of the first releases, which stored each queue as a row. */
export function upgradeQueueRows(storage: Pick<SqlStorage, 'exec'>): void {
  const tables = storage.exec("select 1 from sqlite_master where type = 'table' and name = 'queue'")
  if (tables.toArray().length === 0) return
  const queues = storage
    .exec<OldRow>('select * from queue where length(options) < ?', maxOldOptionsCharacters)
    .toArray()
    .map(({ options, counters, overhears, ...row }) => ({
      ...row,
      shares: [row.user_id] as const,
      options: JSON.parse(options) as QueueOptions,
      allPublicStreams: Boolean(overhears),
      counters: JSON.parse(counters) as Counters,
      logged: 0,
    }))
  const rows = new QueueRows(storage)
  for (const [row_id, queuesOfRow] of Map.groupBy(queues, ({ id }) => rowIdOf(id))) rows.save(row_id, queuesOfRow)
  storage.exec('drop table queue')
}

/** What earlier releases stored for `allPublicStreams` and `shares`. */
interface EarlierFields {
  readonly overhears?: boolean
  readonly share?: number
}

/** Longer options are no longer allowed. Such queues are left out, and their clients register again. */
const maxOldOptionsCharacters = 4096

interface OldRow extends Record<string, SqlStorageValue> {
  id: string
  user_id: number
  options: string
  overhears: number
  lifespan: number
  base: number
  acknowledged: number | null
  counters: string
  seen: number
}
