import type { Queue } from './queue'
import type { WireEvent } from './event-table'
import type { LiveDeps } from './live-deps'
import { Backlog } from './backlog'
import { closeCodes, type Connection } from './connections'
import { eventCounter, eventFor, type Entry } from './event-log'
import { FlowControl } from './flow-control'
import { after, entriesOf, firstPiece, pendingEntry, type PendingEntry } from './pending-events'

/** How many ids are taken in advance for events that no row carries. */
const reservedAhead = 1000

/** Up to here, ids may have been given out that no row carries. */
export const reservedIds = (storage: SyncKvStorage): number => storage.get<number>('reserved') ?? 0

/** Brings events to queues, and on to whoever waits for them, in the order of their ids (events). */
export class Delivery {
  readonly backlog: Backlog
  readonly flowControl: FlowControl
  private dirty = new Set<Queue>()

  constructor(private readonly deps: LiveDeps) {
    const { connections, shares, now } = deps
    this.backlog = new Backlog(deps)
    const send = (queue: Queue, connection: Connection, piece: readonly PendingEntry[]) =>
      this.send(queue, connection, piece)
    this.flowControl = new FlowControl({ connections, shares, now, backlog: this.backlog, send })
  }

  /** Puts events that are committed into the queues of those who are told. */
  publish(entries: readonly Entry[]): void {
    const { queues, table } = this.deps
    for (const entry of entries) {
      let held: PendingEntry | null = null
      for (const user_id of entry.to) {
        if (!queues.has(user_id)) continue
        const event = eventFor(entry, user_id)
        for (const queue of queues.of(user_id)) {
          if (entry.queue_id !== undefined && entry.queue_id !== queue.id) continue
          if (!table.wants(queue, event)) continue
          queues.put(queue, (held ??= pendingEntry(entry)))
          if (this.dirty.size === 0) queueMicrotask(() => this.flush())
          this.dirty.add(queue)
        }
      }
    }
  }

  /** Sends what was put into queues. Changes of one batch reach a client together. */
  flush(): void {
    const dirty = this.dirty
    this.dirty = new Set()
    for (const queue of dirty) {
      const connection = this.deps.connections.of(queue.id)
      if (connection?.kind === 'poll') this.answer(queue, connection)
      else if (connection?.kind === 'socket') this.flowControl.go(queue)
    }
  }

  /** Takes back what queues were told of things that are gone, as far as it is pending. */
  withdraw(things: readonly number[]): void {
    const { queues, table } = this.deps
    const gone = new Set(things)
    queues.memory.takeBack((event) => table.without(event, gone))
  }

  /** Tells clients of something that is no change; in its turn, as every event. */
  sendDirect(told: Omit<Entry, 'id'>): void {
    const { commit, inTurn } = this.deps
    void inTurn(async () => {
      const id = commit.ids.next(eventCounter)
      this.reserve(id)
      // If it fails, so did what the clients wait for; they will ask again.
      commit.stage({ writes: [], result: null }, () => this.publish([{ ...told, id }])).catch(() => undefined)
    })
  }

  /** Makes sure that an id which no row carries is not given out again by a later object. */
  reserve(id: number): void {
    const { storage } = this.deps
    if (id > reservedIds(storage)) storage.put('reserved', id + reservedAhead)
  }

  /** The events of entries, as the queue's client is sent them. */
  shaped(queue: Queue, held: readonly PendingEntry[]): WireEvent[] {
    const entries = entriesOf(held)
    const personal = entries.map((entry) => ({ id: entry.id, event: eventFor(entry, queue.user_id) }))
    const events = this.deps.table.shape(queue, personal)
    const told = new Set(events.map(({ id }) => id))
    for (const { id } of entries) if (!told.has(id)) queue.joined.add(id)
    queue.delivered = Math.max(queue.delivered, events.at(-1)?.id ?? 0)
    return events
  }

  /** Answers a poll that waits; with nothing when the log must be read first, so that its client asks anew. */
  private answer(queue: Queue, connection: Connection): void {
    const evenNothing = queue.pending_from > connection.after
    this.send(queue, connection, next(queue, connection), { evenNothing })
  }

  /** Sends on an open connection; a poll is over with that. */
  send(queue: Queue, connection: Connection, piece: readonly PendingEntry[], { evenNothing = false } = {}): void {
    const { connections, queues, now } = this.deps
    const events = this.shaped(queue, piece)
    const reached = piece.at(-1)?.id ?? connection.after
    if (events.length === 0 && !evenNothing) return connections.reach(connection, reached)
    if (connection.kind === 'socket') return connections.send(connection, JSON.stringify({ events }), reached)
    connections.send(connection, answer(queue, events), reached)
    connections.close(connection, closeCodes.done, 'Answered')
    queues.touch(queue, now())
  }

  /** Another request took the place of this one, or the queue is no more. */
  end(queue: Queue, connection: Connection): void {
    if (connection.kind === 'poll') this.send(queue, connection, next(queue, connection), { evenNothing: true })
    else this.deps.connections.close(connection, closeCodes.replaced, 'Another request listens to this queue')
  }
}

/** What comes next on a connection; nothing while it is still to be read. */
const next = (queue: Queue, connection: Connection): readonly PendingEntry[] =>
  queue.pending_from > connection.after ? [] : firstPiece(after(queue, connection.after))

/** The whole answer of a poll, which the Worker passes on as it is. */
export const answer = ({ id }: Queue, events: readonly WireEvent[]): string =>
  JSON.stringify({ result: 'success', msg: '', events, queue_id: id })
