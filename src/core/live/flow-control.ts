import type { Queue } from './queue'
import type { Backlog } from './backlog'
import { closeCodes, type Connection, type Connections } from './connections'
import type { DayShares } from '../turn/day-shares'
import { ApiError } from '../base/errors'
import { logFailure } from '../base/failures'
import { entriesAfter, firstPiece, type PendingEntry } from './pending-events'

/** Characters that are sent to a client before it has to acknowledge something. */
const maxUnacknowledgedCharacters = 4_000_000

/** The connection is closed if an acknowledgement does not come in this many seconds. */
const ackTimeoutSeconds = 30

interface Frame {
  /** Id of its last event. */
  readonly upTo: number
  /** Characters. */
  readonly size: number
  /** UNIX time at which it was sent. */
  readonly at: number
}

/** Frames of a socket that its client has not acknowledged, oldest first. When the object wakes, all have arrived. */
interface UnacknowledgedFrames {
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

/** Brings open sockets up to date: sends pieces as large as one answer, as fast as the client acknowledges them. */
export class FlowControl {
  private readonly unacknowledged = new WeakMap<WebSocket, UnacknowledgedFrames>()
  private readonly socketsWaiting = new WeakSet<WebSocket>()
  private readonly socketsReading = new WeakSet<WebSocket>()

  constructor(private readonly deps: FlowDeps) {}

  /** Sends the client of a queue the events that it lacks, as many as it may get now. */
  go(queue: Queue): void {
    for (;;) {
      const connection = this.deps.connections.of(queue.id)
      if (connection?.kind !== 'socket' || this.socketsReading.has(connection.socket)) return
      const missing = entriesAfter(queue, connection.after)
      const isBehind = queue.pending_from > connection.after
      if ((!isBehind && missing.length === 0) || this.mustWait(queue, connection)) return
      if (isBehind) return void this.catchUp(queue, connection)
      this.sendSome(queue, connection, missing)
    }
  }

  /** Notes an acknowledgement, and sends more. */
  acknowledged(queue: Queue, connection: Connection, id: number): void {
    const sent = this.unacknowledgedOf(connection.socket)
    sent.frames = sent.frames.filter(({ upTo }) => upTo > id)
    sent.size = sent.frames.reduce((sum, { size }) => sum + size, 0)
    this.deps.connections.reach(connection, id)
    this.go(queue)
  }

  private unacknowledgedOf(socket: WebSocket): UnacknowledgedFrames {
    const sent = this.unacknowledged.get(socket) ?? { frames: [], size: 0 }
    this.unacknowledged.set(socket, sent)
    return sent
  }

  /** Sends one piece, and answers the entries that remain. */
  private sendSome(queue: Queue, connection: Connection, missing: readonly PendingEntry[]): readonly PendingEntry[] {
    const { send, now } = this.deps
    const piece = firstPiece(missing)
    send(queue, connection, piece)
    const size = piece.reduce((sum, entry) => sum + entry.size, 0)
    const sent = this.unacknowledgedOf(connection.socket)
    sent.frames.push({ upTo: piece.at(-1)!.id, size, at: now() })
    sent.size += size
    return missing.slice(piece.length)
  }

  /** Whether the client has to acknowledge something first. If it does not acknowledge its first frame in time, closes the connection. */
  private mustWait(queue: Queue, { socket }: Connection): boolean {
    const { connections, now } = this.deps
    const { frames, size } = this.unacknowledgedOf(socket)
    if (size <= maxUnacknowledgedCharacters) return false
    if (this.socketsWaiting.has(socket)) return true
    this.socketsWaiting.add(socket)
    const first = frames[0]!
    const end = (): void => {
      this.socketsWaiting.delete(socket)
      const connection = connections.find(socket)
      if (connection === null) return
      if (this.unacknowledgedOf(socket).frames[0] !== first) this.go(queue)
      else connections.close(connection, closeCodes.unacknowledged, 'Acknowledge what you have')
    }
    setTimeout(end, Math.max(0, first.at + ackTimeoutSeconds - now()) * 1000)
    return true
  }

  /** Reads the events that are no longer in memory, and sends them. */
  private async catchUp(queue: Queue, { socket, after: has }: Connection): Promise<void> {
    const { backlog, connections, shares } = this.deps
    this.socketsReading.add(socket)
    try {
      shares.guard(queue.shares, 'rows_read')
      const { partial, rows_read } = await backlog.missed(queue, has)
      shares.count(queue.shares, { rows_read })
      let missing = partial ?? []
      let connection = connections.find(socket)
      while (missing.length > 0 && connection !== null && !this.mustWait(queue, connection)) {
        missing = this.sendSome(queue, connection, missing)
        connection = connections.find(socket)
      }
      this.socketsReading.delete(socket)
      // If some remain, the next acknowledgement goes on.
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
