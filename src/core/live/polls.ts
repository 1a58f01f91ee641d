import type { NewQueue, Queue } from './queue'
import type { LiveDeps } from './live-deps'
import { TokenBuckets } from './token-buckets'
import { heartbeat, closeCodes, type Connection } from './connections'
import { answer, type Delivery } from './delivery'
import { ApiError, refused } from '../base/errors'
import { eventCounter, logSize } from './event-log'
import { after, firstPiece } from './pending-events'
import { oldestIfFull } from './queue-limits'

/** A client asks what is new. */
export interface PollInput {
  queue_id: string
  /** Everything up to here the client has. */
  after: number
  /** Whether to wait for something to happen, and on what kind of connection. */
  wait: 'no' | 'poll' | 'socket'
}

/** Longest that a client says at once on a socket, in characters: an acknowledgement takes 30. */
const longestWords = 1000

/**
 * How often a client may say something on one socket, and on all sockets of one share: it acknowledges what it is sent,
 * frame by frame at most, and the changes of a commit share a frame.
 */
const words = {
  ofSocket: { perSecond: 20, burst: 40 },
  ofShare: { perSecond: 200, burst: 400 },
}

/** Answers clients who ask for the events of a queue, and listens to what they say on a connection (events). */
export class Polls {
  private readonly ofSocket: TokenBuckets
  private readonly ofShare: TokenBuckets

  constructor(
    private readonly deps: LiveDeps,
    private readonly delivery: Delivery,
  ) {
    this.ofSocket = new TokenBuckets(words.ofSocket, deps.now)
    this.ofShare = new TokenBuckets(words.ofShare, deps.now)
  }

  /** Answers a poll, or opens a connection on which it will be answered. */
  async poll(user_id: number, { queue_id, after: given, wait }: PollInput): Promise<Response> {
    const { queues, connections, commit, shares, now } = this.deps
    const queue = this.access(queue_id, user_id)
    const has = this.acknowledge(queue, given)
    if (wait === 'socket' && queue.pending_from > has) shares.guardReads(queue.share)
    this.endWaiting(queue)
    if (wait === 'socket') {
      const { response } = connections.accept({ queue_id, kind: 'socket', after: has })
      queues.touch(queue, now())
      this.delivery.flowControl.go(queue)
      return response
    }
    const { held: missed, rows_read } = await this.delivery.backlog.missed(queue, has)
    if (queues.get(queue_id) === null) throw unknownQueue(queue_id)
    // Another request may have come while this one was reading.
    this.endWaiting(queue)
    if (missed === null) queue.logged = logSize(commit.committed)
    queues.touch(queue, now())
    const events = this.delivery.shaped(queue, firstPiece(missed ?? after(queue, has)))
    if (events.length > 0 || wait === 'no')
      return new Response(answer(queue, events), {
        headers: { ...jsonHeaders, [rowsReadHeader]: String(rows_read) },
      })
    queue.counters = { ...commit.committed }
    return connections.accept({ queue_id, kind: 'poll', after: has }).response
  }

  /** Ends a queue at its owner's wish. */
  drop(user_id: number, queue_id: string): void {
    this.end(this.access(queue_id, user_id))
  }

  /** Ends the queue that is in the way of another one, if there is one. */
  makeRoom(wanted: NewQueue): void {
    const { queues, connections } = this.deps
    const queue = oldestIfFull(queues, wanted, ({ id }) => connections.of(id) !== null)
    if (queue !== null) this.end(queue)
  }

  private end(queue: Queue): void {
    this.endWaiting(queue)
    this.deps.queues.remove(queue)
  }

  /** A queue has one open request at most. */
  private endWaiting(queue: Queue): void {
    const connection = this.deps.connections.of(queue.id)
    if (connection !== null) this.delivery.end(queue, connection)
  }

  /** What the other end of a connection said. */
  onClientMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const { connections, queues } = this.deps
    const connection = connections.find(socket)
    if (connection === null) return
    const queue = queues.get(connection.queue_id)
    if (queue === null) return connections.close(connection, closeCodes.unknownQueue, 'BAD_EVENT_QUEUE_ID')
    if (connection.kind === 'poll') {
      const event = { type: 'heartbeat' as const }
      if (message === heartbeat) this.delivery.sendDirect({ to: [queue.user_id], event, queue_id: queue.id })
      return
    }
    if (!this.ofSocket.take(queue.id) || !this.ofShare.take(String(queue.share)))
      return connections.close(connection, closeCodes.tooMuch, 'You say too much at once')
    this.onAcknowledgement(queue, connection, message)
  }

  /** A client says how far it has come. What it said before, or less, changes nothing. */
  private onAcknowledgement(queue: Queue, connection: Connection, message: string | ArrayBuffer): void {
    const { queues, connections, now } = this.deps
    try {
      const id = acknowledgedIn(message)
      if (id <= (queue.acknowledged ?? queue.base)) return
      this.acknowledge(queue, id)
      queues.touch(queue, now())
      this.delivery.flowControl.acknowledged(queue, connection, id)
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : 'Malformed message'
      connections.close(connection, closeCodes.malformed, reason)
    }
  }

  /** The other end is gone; its queue goes on filling. */
  onClose(socket: WebSocket): void {
    const { connections, queues, now } = this.deps
    const connection = connections.find(socket)
    if (connection === null) return
    connections.forget(connection)
    const queue = queues.get(connection.queue_id)
    if (queue !== null) queues.touch(queue, now())
  }

  private access(queue_id: string, user_id: number): Queue {
    const { queues, connections, now } = this.deps
    const queue = queues.get(queue_id)
    if (queue === null || (connections.of(queue_id) === null && queues.isExpired(queue, now())))
      throw unknownQueue(queue_id)
    if (queue.user_id !== user_id) throw refused('You are not authorized to get events from this queue')
    return queue
  }

  /** Takes note of how far the client has come, and answers it; refuses what cannot be. */
  private acknowledge(queue: Queue, id: number): number {
    const { commit, queues, storage } = this.deps
    const { acknowledged, base } = queue
    const forgotten = storage.get<number>('forgotten') ?? 0
    if (id >= commit.ids.upcoming(eventCounter) || queue.joined.has(id))
      throw refused(`Event ${id} was not in this queue`)
    if (acknowledged !== null && id < Math.max(acknowledged, forgotten))
      throw refused(`An event newer than ${id} has already been pruned!`)
    if (id < base) return base
    queues.acknowledge(queue, id, commit.committed)
    return id
  }
}

/** The id in a client's `{"last_event_id": 7}`. */
function acknowledgedIn(message: string | ArrayBuffer): number {
  if (typeof message !== 'string') throw refused('Binary messages mean nothing')
  if (message.length > longestWords) throw refused(`A message has at most ${longestWords} characters`)
  const { last_event_id } = JSON.parse(message) as { last_event_id?: unknown }
  if (typeof last_event_id !== 'number' || !Number.isSafeInteger(last_event_id) || last_event_id < -1)
    throw refused('last_event_id must be an integer')
  return last_event_id
}

export const unknownQueue = (queue_id: string) =>
  refused(`Bad event queue id: ${queue_id}`, { code: 'BAD_EVENT_QUEUE_ID', queue_id })

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

/** Tells the Worker, on an answer of the object, how many rows it read for it: they count for the account. */
export const rowsReadHeader = 'Rivulet-Rows-Read'
