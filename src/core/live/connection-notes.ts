import type { NotedConnection, ConnectionNote } from '../turn/connection-note'
import { heardAt, type Connection, type Connections } from './connections'

/** A connection that had a note when it ended. */
export interface EndedConnection {
  readonly note: unknown
  /** When its client last showed that it is there, in UNIX seconds. */
  readonly alive_at: number
}

interface NotesDeps {
  readonly connections: Connections
  /** When the platform last answered a `ping` on a socket, without waking the object. */
  readonly answeredAt: (socket: WebSocket) => Date | null
  /** Called with the connections that ended at the same time. */
  readonly onEnd: (ended: readonly EndedConnection[]) => void
  readonly now: () => number
}

/** The notes that actions keep with open connections, and when the clients of these last showed that they are there. */
export class ConnectionNotes {
  private endedConnections: EndedConnection[] = []

  constructor(private readonly deps: NotesDeps) {}

  /** The open connections that have a note. */
  noted(): NotedConnection[] {
    const all = this.deps.connections.all().filter(({ noted }) => noted !== undefined)
    return all.map((connection) => Object.assign(this.noteOf(connection), { alive_at: this.aliveAt(connection) }))
  }

  /** The note of a connection, for an action that was asked for on it. */
  noteOf({ socket }: Connection): ConnectionNote {
    const { connections, now } = this.deps
    return {
      get note() {
        return connections.find(socket)?.noted?.note ?? null
      },
      keep(note) {
        const connection = connections.find(socket)
        const noted = note === null ? undefined : { note, heard_at: now() }
        if (connection !== null) connections.change(connection, { noted })
      },
    }
  }

  /** Notes that the client of a socket sent something. */
  noteMessage(socket: WebSocket): void {
    const { connections, now } = this.deps
    const connection = connections.find(socket)
    if (connection?.noted !== undefined) connections.change(connection, heardAt(connection, now()))
  }

  /** Reports a connection that ended, together with those that end at the same moment. */
  end(connection: Connection): void {
    if (connection.noted === undefined) return
    if (this.endedConnections.length === 0) queueMicrotask(() => this.deps.onEnd(this.endedConnections.splice(0)))
    this.endedConnections.push({ note: connection.noted.note, alive_at: this.aliveAt(connection) })
  }

  private aliveAt({ socket, noted }: Connection): number {
    const answered_at = (this.deps.answeredAt(socket)?.getTime() ?? 0) / 1000
    return Math.min(this.deps.now(), Math.max(noted?.heard_at ?? 0, answered_at))
  }
}
