import type { Queue } from './queue'
import type { Backlog } from './backlog'
import { closeCodes, type Connection, type Connections } from './connections'
import type { DayShares } from '../turn/day-shares'
import { ApiError } from '../base/errors'
import { after, firstPiece, type PendingEntry } from './pending-events'

/** Characters that are sent to a client ahead of its acknowledgement; then it is waited for. */
const mostUnacknowledged = 4_000_000

/** Seconds that it is waited for. A client that has so much from before, and says nothing, comes back from where it is. */
const patienceSeconds = 30

interface Frame {
  readonly upTo: number
  readonly size: number
  /** UNIX time. */
  readonly at: number
}

/** What was sent on a socket and not acknowledged, oldest first. After a sleep of the object all of it has arrived. */
interface Ahead {
  frames: Frame[]
  size: number
}

interface Ways {
  readonly connections: Connections
  readonly backlog: Backlog
  readonly shares: Pick<DayShares, 'guardReads' | 'countRead'>
  readonly send: (queue: Queue, connection: Connection, piece: readonly PendingEntry[]) => void
  readonly now: () => number
}

/** Brings open sockets up to date, piece by piece: no more at once than an answer holds, and no faster than their clients take it. */
export class FlowControl {
  private readonly ahead = new WeakMap<WebSocket, Ahead>()
  private readonly waiting = new WeakSet<WebSocket>()
  private readonly reading = new WeakSet<WebSocket>()

  constructor(private readonly ways: Ways) {}

  /** Sends what the client of a queue has not been sent, as far as it can be sent now. */
  go(queue: Queue): void {
    for (;;) {
      const connection = this.ways.connections.of(queue.id)
      if (connection?.kind !== 'socket' || this.reading.has(connection.socket)) return
      const missing = after(queue, connection.after)
      const isBehind = queue.pending_from > connection.after
      if ((!isBehind && missing.length === 0) || this.mustWait(queue, connection)) return
      if (isBehind) return void this.catchUp(queue, connection)
      this.sendSome(queue, connection, missing)
    }
  }

  /** The client has everything up to an id, and can be sent more. */
  acknowledged(queue: Queue, connection: Connection, id: number): void {
    const ahead = this.aheadOf(connection.socket)
    ahead.frames = ahead.frames.filter(({ upTo }) => upTo > id)
    ahead.size = ahead.frames.reduce((sum, { size }) => sum + size, 0)
    this.ways.connections.reach(connection, id)
    this.go(queue)
  }

  private aheadOf(socket: WebSocket): Ahead {
    const ahead = this.ahead.get(socket) ?? { frames: [], size: 0 }
    this.ahead.set(socket, ahead)
    return ahead
  }

  /** Sends one piece; answers what is left. */
  private sendSome(queue: Queue, connection: Connection, missing: readonly PendingEntry[]): readonly PendingEntry[] {
    const { send, now } = this.ways
    const piece = firstPiece(missing)
    send(queue, connection, piece)
    const size = piece.reduce((sum, held) => sum + held.size, 0)
    const ahead = this.aheadOf(connection.socket)
    ahead.frames.push({ upTo: piece.at(-1)!.id, size, at: now() })
    ahead.size += size
    return missing.slice(piece.length)
  }

  /**
   * Whether the client has to acknowledge something first. Ends its connection when it does not say in time that it has
   * the first of what was sent.
   */
  private mustWait(queue: Queue, { socket }: Connection): boolean {
    const { connections, now } = this.ways
    const { frames, size } = this.aheadOf(socket)
    if (size <= mostUnacknowledged) return false
    if (this.waiting.has(socket)) return true
    this.waiting.add(socket)
    const first = frames[0]!
    const end = (): void => {
      this.waiting.delete(socket)
      const connection = connections.find(socket)
      if (connection === null) return
      if (this.aheadOf(socket).frames[0] !== first) this.go(queue)
      else connections.close(connection, closeCodes.unacknowledged, 'Acknowledge what you have')
    }
    setTimeout(end, Math.max(0, first.at + patienceSeconds - now()) * 1000)
    return true
  }

  /** Reads what is not in memory any more, and sends it; nobody waits for it. */
  private async catchUp(queue: Queue, { socket, after: has }: Connection): Promise<void> {
    const { backlog, connections, shares } = this.ways
    this.reading.add(socket)
    try {
      shares.guardReads(queue.share)
      const { held, rows_read } = await backlog.missed(queue, has)
      shares.countRead(queue.share, rows_read)
      let missing = held ?? []
      let connection = connections.find(socket)
      while (missing.length > 0 && connection !== null && !this.mustWait(queue, connection)) {
        missing = this.sendSome(queue, connection, missing)
        connection = connections.find(socket)
      }
      this.reading.delete(socket)
      // What waits for an acknowledgement goes on with that.
      if (missing.length === 0) this.go(queue)
    } catch (error) {
      const isTooMuch = error instanceof ApiError
      if (!isTooMuch) console.error('A socket could not be brought up to date', error)
      const connection = connections.find(socket)
      if (connection === null) return
      if (isTooMuch) connections.close(connection, closeCodes.tooMuch, error.message)
      else connections.close(connection, closeCodes.restart, 'Restarting')
    }
  }
}
