import type { Queue } from './queue'
import type { LiveDeps } from './live-deps'
import { eventFor, loggedEvents, type Entry } from './event-log'
import { pendingEntry, type PendingEntry } from './pending-events'
import { Reader, RowCache } from '../sql/reader'
import { sqlOver, type Sql } from '../sql/sql'

/** Most reads at the same time: each holds about 2 MB, and after a restart all clients come at once. */
const mostReads = 4

/** Reads events of queues again that are not in memory any more. */
export class Backlog {
  private readonly waiting: (() => void)[] = []
  private reading = 0

  constructor(private readonly deps: LiveDeps) {}

  /**
   * Reads events above the id `has` that are missing among the pending ones, and puts them before these; then `held` is null.
   * When there is too much to read at once, `held` has the oldest ones, and nothing is put.
   */
  async missed(queue: Queue, has: number): Promise<{ held: readonly PendingEntry[] | null; rows_read: number }> {
    if (queue.pending_from <= has) return { held: null, rows_read: 0 }
    await this.forRoom()
    try {
      await this.deps.commit.settled()
      const database = this.deps.database()
      const held = await this.read(queue, has, sqlOver(new Reader(database, new RowCache(0))))
      return { held, rows_read: database.tally.rows_read }
    } finally {
      this.reading -= 1
      this.waiting.shift()?.()
    }
  }

  private async forRoom(): Promise<void> {
    while (this.reading >= mostReads) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.reading += 1
  }

  private async read(queue: Queue, has: number, sql: Sql): Promise<readonly PendingEntry[] | null> {
    const { table, realm_id, queues } = this.deps
    let from = has
    while (queue.pending_from > from) {
      const up_to = queue.pending_from
      const between = { realm_id, user_id: queue.user_id, after: from, up_to }
      const [logged, rows] = await Promise.all([loggedEvents(sql, between), table.retell(sql, queue, between)])
      const complete_to = Math.min(logged.complete_to, rows.complete_to)
      const found: Entry[] = [...logged.entries, ...rows.entries]
        .filter((entry) => entry.id <= complete_to && table.wants(queue, eventFor(entry, queue.user_id)))
        .toSorted((left, right) => left.id - right.id)
      if (complete_to < up_to) {
        if (found.length > 0) return found.map(pendingEntry)
        from = complete_to
      } else if (queue.pending_from === up_to) queues.putBefore(queue, found, has)
    }
    return null
  }
}
