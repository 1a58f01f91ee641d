import type { Queue } from './queue'
import type { LiveDeps } from './live-deps'
import { eventFor, loggedEvents, type Entry } from './event-log'
import { pendingEntry, type PendingEntry } from './pending-events'
import { Reader, RowCache } from '../sql/reader'
import { sqlOver, type Sql } from '../sql/sql'

/** Reads at the same time. Each holds about 2 MB, and after a restart all clients come at once. */
const maxReads = 4

/** Reads events again that a queue no longer has in memory. */
export class Backlog {
  private readonly waitingReads: (() => void)[] = []
  private readsUnderWay = 0

  constructor(private readonly deps: LiveDeps) {}

  /**
   * Reads the events above an id that are not pending in memory. If all of them fit in one read, they become pending, and `partial`
   * is null. Otherwise nothing becomes pending, and `partial` has the oldest ones.
   */
  async missed(
    queue: Queue,
    acknowledgedId: number,
  ): Promise<{ partial: readonly PendingEntry[] | null; rows_read: number }> {
    if (queue.pending_from <= acknowledgedId) return { partial: null, rows_read: 0 }
    await this.takePlace()
    try {
      await this.deps.commit.waitUntilSettled()
      const database = this.deps.database()
      const partial = await this.read(queue, acknowledgedId, sqlOver(new Reader(database, new RowCache(0))))
      return { partial, rows_read: database.tally.rows_read }
    } finally {
      this.readsUnderWay -= 1
      this.waitingReads.shift()?.()
    }
  }

  private async takePlace(): Promise<void> {
    while (this.readsUnderWay >= maxReads) await new Promise<void>((resolve) => this.waitingReads.push(resolve))
    this.readsUnderWay += 1
  }

  private async read(queue: Queue, acknowledgedId: number, sql: Sql): Promise<readonly PendingEntry[] | null> {
    const { table, realm_id, queues } = this.deps
    let from = acknowledgedId
    while (queue.pending_from > from) {
      const up_to = queue.pending_from
      const between = { realm_id, user_id: queue.user_id, after: from, up_to }
      const [logged, rows] = await Promise.all([loggedEvents(sql, between), table.retell(sql, queue, between)])
      const complete_to = Math.min(logged.complete_to, rows.complete_to)
      const found: Entry[] = [...logged.entries, ...rows.entries]
        .filter((entry) => entry.id <= complete_to && table.wants(queue, eventFor(entry, queue.user_id)))
        .toSorted((a, b) => a.id - b.id)
      if (complete_to < up_to) {
        if (found.length > 0) return found.map(pendingEntry)
        from = complete_to
      } else if (queue.pending_from === up_to) queues.putBefore(queue, found, acknowledgedId)
    }
    return null
  }
}
