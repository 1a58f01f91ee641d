import type { Queue } from './queue'
import type { Backlog } from './backlog'
import { closeCodes, type Connection, type Connections } from './connections'
import type { DayShares } from '../turn/day-shares'
import { ApiError } from '../base/errors'
import { logFailure } from '../base/failures'
import { after, firstPiece, type PendingEntry } from './pending-events'

/** Characters that are sent to a client before it has to acknowledge some of them. */
const mostUnacknowledged = 4_000_000

/** Seconds to wait for an acknowledgement, before the connection is closed. */
const ackTimeoutSeconds = 30

interface Frame {
  readonly upTo: number
  readonly size: number
  /** UNIX time. */
  readonly at: number
}

/** Frames of a socket that were sent and not acknowledged, oldest first. After a sleep of the object, all have arrived. */
interface Unacknowledged {
  frames: Frame[]
  size: number
}

interface FlowDeps {
  readonly connections: Connections
  readonly backlog: Backlog
  readonly shares: Pick<DayShares, 'guard' | 'count'>
  readonly send: (queue: Queue, connection: Connection, piece: readonly PendingEntry[]) => void
  readonly now: () => number
}

/** Brings open sockets up to date (flow control): sends pieces as large as one answer, as fast as the client acknowledges. */
export class FlowControl {
  private readonly unacknowledged = new WeakMap<WebSocket, Unacknowledged>()
  private readonly waiting = new WeakSet<WebSocket>()
  private readonly reading = new WeakSet<WebSocket>()

  constructor(private readonly deps: FlowDeps) {}

  /** Sends the client of a queue the events that it lacks, as far as it may get them now. */
  go(queue: Queue): void {
    for (;;) {
      const connection = this.deps.connections.of(queue.id)
      if (connection?.kind !== 'socket' || this.reading.has(connection.socket)) return
      const missing = after(queue, connection.after)
      const isBehind = queue.pending_from > connection.after
      if ((!isBehind && missing.length === 0) || this.mustWait(queue, connection)) return
      if (isBehind) return void this.catchUp(queue, connection)
      this.sendSome(queue, connection, missing)
    }
  }

  /** Notes an acknowledgement, and sends more. */
  acknowledged(queue: Queue, connection: Connection, id: number): void {
    const ahead = this.unacknowledgedOf(connection.socket)
    ahead.frames = ahead.frames.filter(({ upTo }) => upTo > id)
    ahead.size = ahead.frames.reduce((sum, { size }) => sum + size, 0)
    this.deps.connections.reach(connection, id)
    this.go(queue)
  }

  private unacknowledgedOf(socket: WebSocket): Unacknowledged {
    const ahead = this.unacknowledged.get(socket) ?? { frames: [], size: 0 }
    this.unacknowledged.set(socket, ahead)
    return ahead
  }

  /** Sends one piece; answers the rest. */
  private sendSome(queue: Queue, connection: Connection, missing: readonly PendingEntry[]): readonly PendingEntry[] {
    const { send, now } = this.deps
    const piece = firstPiece(missing)
    send(queue, connection, piece)
    const size = piece.reduce((sum, held) => sum + held.size, 0)
    const ahead = this.unacknowledgedOf(connection.socket)
    ahead.frames.push({ upTo: piece.at(-1)!.id, size, at: now() })
    ahead.size += size
    return missing.slice(piece.length)
  }

  /**
   * Whether the client has to acknowledge something first. Closes its connection when it does not acknowledge the first frame
   * in time.
   */
  private mustWait(queue: Queue, { socket }: Connection): boolean {
    const { connections, now } = this.deps
    const { frames, size } = this.unacknowledgedOf(socket)
    if (size <= mostUnacknowledged) return false
    if (this.waiting.has(socket)) return true
    this.waiting.add(socket)
    const first = frames[0]!
    const end = (): void => {
      this.waiting.delete(socket)
      const connection = connections.find(socket)
      if (connection === null) return
      if (this.unacknowledgedOf(socket).frames[0] !== first) this.go(queue)
      else connections.close(connection, closeCodes.unacknowledged, 'Acknowledge what you have')
    }
    setTimeout(end, Math.max(0, first.at + ackTimeoutSeconds - now()) * 1000)
    return true
  }

  /** Reads events that are not in memory any more, and sends them. */
  private async catchUp(queue: Queue, { socket, after: has }: Connection): Promise<void> {
    const { backlog, connections, shares } = this.deps
    this.reading.add(socket)
    try {
      shares.guard(queue.shares, 'rows_read')
      const { held, rows_read } = await backlog.missed(queue, has)
      shares.count(queue.shares, { rows_read })
      let missing = held ?? []
      let connection = connections.find(socket)
      while (missing.length > 0 && connection !== null && !this.mustWait(queue, connection)) {
        missing = this.sendSome(queue, connection, missing)
        connection = connections.find(socket)
      }
      this.reading.delete(socket)
      // If some are missing, sending goes on with the next acknowledgement.
      if (missing.length === 0) this.go(queue)
    } catch (error) {
      const isTooMuch = error instanceof ApiError
      if (!isTooMuch) logFailure('bringing a socket up to date', error)
      const connection = connections.find(socket)
      if (connection === null) return
      if (isTooMuch) connections.close(connection, closeCodes.tooMuch, error.message)
      else connections.close(connection, closeCodes.restart, 'Restarting')
    }
  }
}
