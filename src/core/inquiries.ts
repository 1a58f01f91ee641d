import { beat, closeCodes } from './connections'
import { after, answer, type Delivery, type Machine } from './delivery'
import { ApiError, refused } from './errors'
import { eventCounter, loggedEvents, type Entry } from './event-log'
import type { Queue } from './queues'

/** A client asks what is new. */
export interface PollInput {
  queue_id: string
  /** Everything up to here the client has. */
  after: number
  /** Whether to wait for something to happen, and on what kind of connection. */
  wait: 'no' | 'poll' | 'socket'
}

/** Answers clients who ask for the events of a queue, and listens to what they say on a connection (events). */
export class Inquiries {
  constructor(
    private readonly machine: Machine,
    private readonly delivery: Delivery,
  ) {}

  /** Answers a poll, or opens a connection on which it will be answered. */
  async poll(user_id: number, { queue_id, after: given, wait }: PollInput): Promise<Response> {
    const { queues, connections, commit } = this.machine
    const queue = this.access(queue_id, user_id)
    const has = this.acknowledge(queue, given)
    this.endWaiting(queue)

    const missed = await this.missed(queue, has)
    if (queues.get(queue_id) === null) throw unknownQueue(queue_id)
    // Another request may have come while this one was reading.
    this.endWaiting(queue)
    const entries = missed ?? after(queue, has)
    if (wait === 'socket') {
      const { connection, response } = connections.accept({ queue_id, kind: 'socket', after: has })
      this.delivery.send(queue, connection, entries)
      return response
    }
    const events = this.delivery.shaped(queue, entries)
    if (events.length > 0 || wait === 'no') return new Response(answer(queue, events), jsonHeaders)
    queue.counters = { ...commit.committed }
    return connections.accept({ queue_id, kind: 'poll', after: has }).response
  }

  /** Ends a queue at its owner's wish. */
  drop(user_id: number, queue_id: string): void {
    this.end(this.access(queue_id, user_id))
  }

  /** Ends the queue that somebody asked for longest ago, if they have as many as may be. */
  makeRoom(user_id: number): void {
    const queue = this.machine.queues.inTheWay(user_id)
    if (queue !== null) this.end(queue)
  }

  private end(queue: Queue): void {
    this.endWaiting(queue)
    this.machine.queues.remove(queue)
  }

  /** A queue has one open request at most. */
  private endWaiting(queue: Queue): void {
    const connection = this.machine.connections.of(queue.id)
    if (connection !== null) this.delivery.end(queue, connection)
  }

  /** What the other end of a connection said. */
  heard(socket: WebSocket, message: string | ArrayBuffer): void {
    const { connections, queues } = this.machine
    const connection = connections.find(socket)
    if (connection === null) return
    const queue = queues.get(connection.queue_id)
    if (queue === null) return connections.close(connection, closeCodes.unknownQueue, 'BAD_EVENT_QUEUE_ID')
    if (connection.kind === 'poll') {
      const event = { type: 'heartbeat' as const }
      if (message === beat) this.delivery.whisper({ to: [queue.user_id], event, queue_id: queue.id })
      return
    }
    try {
      this.acknowledge(queue, acknowledgedIn(message))
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : 'Malformed message'
      connections.close(connection, closeCodes.malformed, reason)
    }
  }

  /** The other end is gone; its queue goes on filling. */
  closed(socket: WebSocket): void {
    const { connections, queues, now } = this.machine
    const connection = connections.find(socket)
    if (connection === null) return
    connections.forget(connection)
    const queue = queues.get(connection.queue_id)
    if (queue !== null) queues.touch(queue, now())
  }

  private access(queue_id: string, user_id: number): Queue {
    const { queues, connections, now } = this.machine
    const queue = queues.get(queue_id)
    if (queue === null || (connections.of(queue_id) === null && queues.isExpired(queue, now())))
      throw unknownQueue(queue_id)
    if (queue.user_id !== user_id) throw refused('You are not authorized to get events from this queue')
    return queue
  }

  /** Takes note of how far the client has come, and answers it; refuses what cannot be. */
  private acknowledge(queue: Queue, id: number): number {
    const { commit, queues, storage, now } = this.machine
    const { acknowledged, base } = queue
    const forgotten = storage.get<number>('forgotten') ?? 0
    if (id >= commit.ids.upcoming(eventCounter) || queue.joined.has(id))
      throw refused(`Event ${id} was not in this queue`)
    if (acknowledged !== null && id < Math.max(acknowledged, forgotten))
      throw refused(`An event newer than ${id} has already been pruned!`)
    if (id < base) {
      queues.touch(queue, now())
      return base
    }
    queues.acknowledge(queue, id, { counters: commit.committed, now: now() })
    return id
  }

  /**
   * Brings the queue's pending entries up to date with the log, when they do not reach back far enough. Answers the
   * oldest ones by themselves when there is too much to read at once.
   */
  private async missed(queue: Queue, has: number): Promise<Entry[] | null> {
    const { sql, table, realm_id } = this.machine
    let from = has
    while (queue.held_from > from) {
      const up_to = queue.held_from
      const between = { realm_id, user_id: queue.user_id, after: from, up_to }
      const [logged, rows] = await Promise.all([loggedEvents(sql, between), table.retell(sql, queue, between)])
      const complete_to = Math.min(logged.complete_to, rows.complete_to)
      const found = [...logged.entries, ...rows.entries]
        .filter((entry) => entry.id <= complete_to && table.wants(queue, entry))
        .toSorted((left, right) => left.id - right.id)
      if (complete_to < up_to) {
        if (found.length > 0) return found
        from = complete_to
      } else if (queue.held_from === up_to) {
        queue.pending = [...found, ...queue.pending]
        queue.held_from = has
      }
    }
    return null
  }
}

/** The id in a client's `{"last_event_id": 7}`. */
function acknowledgedIn(message: string | ArrayBuffer): number {
  if (typeof message !== 'string') throw refused('Binary messages mean nothing')
  const { last_event_id } = JSON.parse(message) as { last_event_id?: unknown }
  if (typeof last_event_id !== 'number' || !Number.isSafeInteger(last_event_id) || last_event_id < -1)
    throw refused('last_event_id must be an integer')
  return last_event_id
}

const unknownQueue = (queue_id: string) =>
  refused(`Bad event queue id: ${queue_id}`, { code: 'BAD_EVENT_QUEUE_ID', queue_id })

const jsonHeaders = { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } }
