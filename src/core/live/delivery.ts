import type { Queue } from './queue'
import type { WireEvent } from './event-table'
import type { LiveDeps } from './live-deps'
import { Backlog } from './backlog'
import { closeCodes, type Connection } from './connections'
import { eventCounter, eventFor, type Entry } from './event-log'
import type { Bookmark } from '../sql/bookmarks'
import { FlowControl } from './flow-control'
import { entriesAfter, entriesOf, firstPiece, pendingEntry, type PendingEntry } from './pending-events'

/** So many ids are reserved at a time for events that no row carries, because reserving writes a row. */
const reservedAhead = 1000

/** The highest reserved id. Ids up to it may have been given out, though no row has them. */
export const reservedIds = (storage: SyncKvStorage): number => storage.get<number>('reserved') ?? 0

/** Puts events into queues and sends them on open connections, in the order of their ids (events). */
export class Delivery {
  readonly backlog: Backlog
  readonly flowControl: FlowControl
  private queuesToFlush = new Set<Queue>()

  constructor(private readonly deps: LiveDeps) {
    const { connections, shares, now } = deps
    this.backlog = new Backlog(deps)
    const send = (queue: Queue, connection: Connection, piece: readonly PendingEntry[]) =>
      this.send(queue, connection, piece)
    this.flowControl = new FlowControl({ connections, shares, now, backlog: this.backlog, send })
  }

  /** Puts committed events into the queues of their recipients. */
  publish(entries: readonly Entry[]): void {
    const { queues, table } = this.deps
    for (const entry of entries) {
      let pending: PendingEntry | null = null
      for (const user_id of entry.to) {
        if (!queues.has(user_id)) continue
        const event = eventFor(entry, user_id)
        for (const queue of queues.of(user_id)) {
          if (entry.queue_id !== undefined && entry.queue_id !== queue.id) continue
          if (!table.wants(queue, event)) continue
          queues.put(queue, (pending ??= pendingEntry(entry)))
          if (this.queuesToFlush.size === 0) queueMicrotask(() => this.flush())
          this.queuesToFlush.add(queue)
        }
      }
    }
  }

  /** Sends the events that were put into queues. Those of one batch reach a client together. */
  flush(): void {
    const queues = this.queuesToFlush
    this.queuesToFlush = new Set()
    for (const queue of queues) {
      const connection = this.deps.connections.of(queue.id)
      if (connection?.kind === 'poll') this.answer(queue, connection)
      else if (connection?.kind === 'socket') this.flowControl.go(queue)
    }
  }

  /** Removes the text of deleted things, such as messages, from pending events. */
  withdraw(deletedIds: readonly number[]): void {
    const { queues, table } = this.deps
    const deleted = new Set(deletedIds)
    queues.memory.takeBack((event) => table.without(event, deleted))
  }

  /** Sends an event that belongs to no change. It takes a turn of its own for the event's id. */
  sendDirect(entry: Omit<Entry, 'id'>): void {
    const { commit, inTurn } = this.deps
    void inTurn(async () => {
      const id = commit.ids.next(eventCounter)
      this.reserve(id)
      // If this fails, the object restarts, and the clients ask again.
      commit.stage({ writes: [], result: null }, () => this.publish([{ ...entry, id }])).catch(() => undefined)
    })
  }

  /** Reserves an id that no row carries, so that no later object gives it out again. */
  reserve(id: number): void {
    const { storage } = this.deps
    if (id > reservedIds(storage)) storage.put('reserved', id + reservedAhead)
  }

  /** The events of entries, as the queue's client gets them. */
  shapeEvents(queue: Queue, pending: readonly PendingEntry[]): WireEvent[] {
    const entries = entriesOf(pending)
    const personal = entries.map((entry) => ({ id: entry.id, event: eventFor(entry, queue.user_id) }))
    const events = this.deps.table.shape(queue, personal)
    const sentIds = new Set(events.map(({ id }) => id))
    for (const { id } of entries) if (!sentIds.has(id)) queue.joined.add(id)
    queue.delivered = Math.max(queue.delivered, events.at(-1)?.id ?? 0)
    return events
  }

  /** Answers a waiting poll. If the log must be read first, the answer has no events, and the client asks again. */
  private answer(queue: Queue, connection: Connection): void {
    const evenNothing = queue.pending_from > connection.after
    this.send(queue, connection, next(queue, connection), { evenNothing })
  }

  /** Sends events on an open connection. A poll ends by that. `evenNothing`: also if there are no events. */
  send(queue: Queue, connection: Connection, piece: readonly PendingEntry[], { evenNothing = false } = {}): void {
    const { connections, queues, now } = this.deps
    const events = this.shapeEvents(queue, piece)
    const reached = piece.at(-1)?.id ?? connection.after
    if (events.length === 0 && !evenNothing) return connections.reach(connection, reached)
    if (connection.kind === 'socket')
      return connections.send(connection, JSON.stringify({ events, ...this.bookmarkField() }), reached)
    connections.send(connection, this.pollAnswer(queue, events), reached)
    connections.close(connection, closeCodes.done, 'Answered')
    queues.touch(queue, now())
  }

  /** The answer of a poll, which the Worker passes on as it is. */
  pollAnswer({ id }: Queue, events: readonly WireEvent[]): string {
    return JSON.stringify({ result: 'success', msg: '', events, queue_id: id, ...this.bookmarkField() })
  }

  /** A state of the database that includes all events so far, if there are read replicas. */
  private bookmarkField(): { bookmark?: Bookmark } {
    const { bookmark } = this.deps.commit
    return bookmark === null ? {} : { bookmark }
  }

  /** Ends a connection, because another request took its place or the queue has ended. */
  end(queue: Queue, connection: Connection, why: keyof typeof reasons): void {
    if (connection.kind === 'poll') this.send(queue, connection, next(queue, connection), { evenNothing: true })
    else this.deps.connections.close(connection, closeCodes[why], reasons[why])
  }
}

const reasons = { replaced: 'Another request listens to this queue', unknownQueue: 'BAD_EVENT_QUEUE_ID' }

/** The next entries for a connection; none if the log must be read first. */
const next = (queue: Queue, connection: Connection): readonly PendingEntry[] =>
  queue.pending_from > connection.after ? [] : firstPiece(entriesAfter(queue, connection.after))
