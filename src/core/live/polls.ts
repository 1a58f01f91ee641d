import type { ShareIds } from '../turn/share-limits'
import type { NewQueue, Queue } from './queue'
import type { LiveDeps } from './live-deps'
import { TokenBuckets } from './token-buckets'
import { heardAt, heartbeat, closeCodes, type Connection, type Opener } from './connections'
import type { Delivery } from './delivery'
import { requestsOfMessage } from '../usage/quotas'
import { readClientMessage, type Ask } from './client-messages'
import { ApiError, refused, type Refusal } from '../base/errors'
import { eventCounter } from './event-log'
import { entriesAfter, firstPiece } from './pending-events'
import { oldestIfFull } from './queue-limits'

/** A client's request for new events. */
export interface PollInput {
  queue_id: string
  /** The client has all events up to this id. */
  after: number
  /** Whether to wait for an event, and on what kind of connection. */
  wait: 'no' | 'poll' | 'socket'
}

/** The account that listens, and the request that it sent for that. */
export interface Listener {
  readonly user_id: number
  readonly shares: ShareIds
  readonly opener: Opener
}

/** An ask, the connection on which it came, and the shares that it counts towards. */
export interface AskedOn {
  readonly connection: Connection
  readonly shares: ShareIds
  readonly ask: Ask
}

/**
 * How many messages clients may send, on one socket and on all sockets of one share. A client acknowledges each frame once at
 * most, and the events of a commit share a frame.
 */
const messageRates = {
  ofSocket: { perSecond: 20, burst: 40 },
  ofShare: { perSecond: 200, burst: 400 },
}

/** Answers polls for the events of queues, and handles the messages of clients on their connections (events). */
export class Polls {
  private readonly ofSocket: TokenBuckets
  private readonly ofShare: TokenBuckets
  /** Polls that are reading events. When the session of one ends, `refusal` is set, and it must not wait for further events. */
  private readonly pollsReading = new Set<{ readonly mark: string; refusal: Refusal | null }>()

  constructor(
    private readonly deps: LiveDeps,
    private readonly delivery: Delivery,
  ) {
    this.ofSocket = new TokenBuckets(messageRates.ofSocket, deps.now)
    this.ofShare = new TokenBuckets(messageRates.ofShare, deps.now)
  }

  /** Answers a poll, or opens a connection for the answer. */
  async poll(
    { user_id, shares: sharesOfListener, opener }: Listener,
    { queue_id, after: acknowledgedId, wait }: PollInput,
  ): Promise<Response> {
    const { queues, connections, commit, shares, now } = this.deps
    const queue = this.access(queue_id, user_id)
    queue.shares = sharesOfListener
    const after = this.acknowledge(queue, acknowledgedId)
    if (wait === 'socket' && queue.pending_from > after) shares.guard(queue.shares, 'rows_read')
    this.endWaiting(queue)
    if (wait === 'socket') {
      const { response } = connections.accept({ queue_id, opener, kind: 'socket', after })
      queues.touch(queue, now())
      this.delivery.flowControl.go(queue)
      return response
    }
    const { partial, rows_read } = await this.missed(queue, after, opener)
    if (queues.get(queue_id) === null) throw unknownQueue(queue_id)
    // Another request for the queue may have begun during the read.
    this.endWaiting(queue)
    queues.touch(queue, now())
    const events = this.delivery.shapeEvents(queue, firstPiece(partial ?? entriesAfter(queue, after)))
    if (events.length > 0 || wait === 'no')
      return new Response(this.delivery.pollAnswer(queue, events), {
        headers: { ...jsonHeaders, [rowsReadHeader]: String(rows_read) },
      })
    queue.counters = { ...commit.committed }
    return connections.accept({ queue_id, opener, kind: 'poll', after }).response
  }

  /** Reads events that are not in memory. Refuses if the session ends meanwhile. */
  private async missed(queue: Queue, after: number, { mark }: Opener): ReturnType<Delivery['backlog']['missed']> {
    const poll = { mark, refusal: null as Refusal | null }
    this.pollsReading.add(poll)
    const found = await this.delivery.backlog.missed(queue, after).finally(() => this.pollsReading.delete(poll))
    if (poll.refusal !== null) throw new ApiError(poll.refusal)
    return found
  }

  /** Refuses the polls of these sessions that are reading. Open connections of the sessions are ended elsewhere. */
  endSessions({ marks, refusal }: { marks: readonly string[]; refusal: Refusal }): void {
    for (const poll of this.pollsReading) if (marks.includes(poll.mark)) poll.refusal = refusal
  }

  /** Ends a queue for its owner. */
  drop(user_id: number, queue_id: string): void {
    this.end(this.access(queue_id, user_id))
  }

  /** Ends the oldest queue if there is no room for another one. */
  makeRoom(wanted: NewQueue): void {
    const { queues, connections } = this.deps
    const queue = oldestIfFull(queues, wanted, ({ id }) => connections.of(id) !== null)
    if (queue !== null) this.end(queue)
  }

  private end(queue: Queue): void {
    this.endWaiting(queue, 'unknownQueue')
    this.deps.queues.remove(queue)
  }

  /** Ends the open connection of a queue, which has one at most. */
  private endWaiting(queue: Queue, why: 'replaced' | 'unknownQueue' = 'replaced'): void {
    const connection = this.deps.connections.of(queue.id)
    if (connection !== null) this.delivery.end(queue, connection, why)
  }

  /** Handles a message of a client. If there is an ask in it, returns it for the caller to answer. */
  onClientMessage(socket: WebSocket, message: string | ArrayBuffer): AskedOn | null {
    const { connections, queues } = this.deps
    const connection = connections.find(socket)
    if (connection === null) return null
    const queue = queues.get(connection.queue_id)
    if (queue === null) {
      connections.close(connection, closeCodes.unknownQueue, 'BAD_EVENT_QUEUE_ID')
      return null
    }
    if (!this.countMessage(queue)) {
      connections.close(connection, closeCodes.tooMuch, 'You have asked as often as one account may in a day')
      return null
    }
    if (connection.kind === 'poll') {
      const event = { type: 'heartbeat' as const }
      if (message === heartbeat) this.delivery.sendDirect({ to: [queue.user_id], event, queue_id: queue.id })
      return null
    }
    if (!this.ofSocket.take(queue.id) || !this.ofShare.take(String(queue.shares[0]))) {
      connections.close(connection, closeCodes.tooMuch, 'You say too much at once')
      return null
    }
    try {
      const { last_event_id, ask } = readClientMessage(message)
      if (last_event_id !== null) this.onAcknowledgement(queue, connection, last_event_id)
      return ask && { connection, shares: queue.shares, ask }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      connections.close(connection, closeCodes.malformed, error.message)
      return null
    }
  }

  /** Counts a message on a connection as the plan does. False: the share of the day is used up. */
  private countMessage({ shares }: Queue): boolean {
    const { shares: dayShares } = this.deps
    dayShares.count(shares, { object_requests: requestsOfMessage })
    return dayShares.hasLeft(shares, 'object_requests')
  }

  /** Handles an acknowledgement. One that is not higher than the last changes nothing. */
  private onAcknowledgement(queue: Queue, connection: Connection, id: number): void {
    if (id <= (queue.acknowledged ?? queue.base)) return
    this.acknowledge(queue, id)
    this.deps.queues.touch(queue, this.deps.now())
    this.delivery.flowControl.acknowledged(queue, connection, id)
  }

  /**
   * Handles the end of a connection, which its client closed or which was lost. Its queue stays for its lifespan, and gets further
   * events. If the end of the connection woke the object, it was never among the open connections.
   */
  onClose(socket: WebSocket, { isLost }: { isLost: boolean }): void {
    const { connections, queues, now } = this.deps
    const connection = connections.closing(socket)
    if (connection !== null) connections.end(isLost ? connection : heardAt(connection, now()))
    const queue = queues.get(connections.queueIdOf(socket))
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

  /** Acknowledges all events up to an id, and answers the id after which events are to be sent. Refuses an impossible id. */
  private acknowledge(queue: Queue, id: number): number {
    const { commit, queues, storage } = this.deps
    const { acknowledged, base } = queue
    const deleted = storage.get<number>('forgotten') ?? 0
    if (id >= commit.ids.upcoming(eventCounter) || queue.joined.has(id))
      throw refused(`Event ${id} was not in this queue`)
    if (acknowledged !== null && id < Math.max(acknowledged, deleted))
      throw refused(`An event newer than ${id} has already been pruned!`)
    if (id < base) return base
    queues.acknowledge(queue, id, commit.committed)
    return id
  }
}

export const unknownQueue = (queue_id: string) =>
  refused(`Bad event queue id: ${queue_id}`, { code: 'BAD_EVENT_QUEUE_ID', queue_id })

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

/** Header with the number of rows that the object read for an answer. The Worker counts them for the account. */
export const rowsReadHeader = 'Rivulet-Rows-Read'
