import type { Refusal } from '../base/errors'
import type { RequestFacts } from '../turn/call'

/** The request that opened a connection, and the mark of the session that it came with. */
export interface Opener extends Pick<RequestFacts, 'origin' | 'host' | 'address' | 'client'> {
  readonly mark: string
  /** UNIX time of the request. */
  readonly at: number
}

/** What is stored with an open connection. It survives the object's sleep. */
interface Attachment {
  queue_id: string
  opener: Opener
  /** `poll`: for a request that the Worker holds, gets one answer. `socket`: for the client itself, gets all events. */
  kind: 'poll' | 'socket'
  /**
   * The highest event id that was sent on it, or that the client had before. It is right in memory only, because storing it with
   * each event would cost a tenth of a broadcast. When the object wakes, everything has been sent (`areUpTo`).
   */
  after: number
  /** An action's note (`ConnectionNotes`), and when the client last sent something, in UNIX seconds. */
  noted?: { readonly note: unknown; readonly heard_at: number } | undefined
}

/** A connection on which the next events of a queue are sent. */
export interface Connection extends Readonly<Attachment> {
  readonly socket: WebSocket
}

/** The connection, after its client showed at this UNIX time that it is there. */
export const heardAt = ({ noted, ...connection }: Connection, at: number): Connection => ({
  ...connection,
  ...(noted !== undefined && { noted: { ...noted, heard_at: at } }),
})

/** First character of a refusal. The Worker passes all other texts on without parsing them. */
export const refusalMark = '!'

/** The Worker sends this on the connection of a poll that is due for a heartbeat. */
export const heartbeat = 'beat'

/** Close codes; from 4000 on they are ours to define. */
export const closeCodes = {
  done: 1000,
  restart: 1012,
  malformed: 4400,
  refused: 4401,
  unknownQueue: 4404,
  /** The client did not acknowledge in time, and has to connect again. */
  unacknowledged: 4408,
  replaced: 4409,
  /** The client sent too many messages, or its share of the day is used up. */
  tooMuch: 4429,
} as const

/** The reason with which a refused connection is closed. It is the code of the refusal, so that programs can decide by it. */
export const reasonOf = ({ code, msg }: Refusal): string => code ?? msg

/**
 * The open connections of a realm object, at most one for each queue. They are hibernatable WebSockets: while they are open, the
 * object can sleep, and costs nothing.
 */
export class Connections {
  private readonly byQueue = new Map<string, Connection>()
  private readonly closedSockets = new WeakSet<WebSocket>()

  /** `onEnd` is called with each connection that ends, whichever side ends it. */
  constructor(
    private readonly state: DurableObjectState,
    private readonly onEnd: (connection: Connection) => void,
  ) {
    // Answered by the platform, without waking the object.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    for (const socket of state.getWebSockets()) {
      if (socket.readyState !== WebSocket.READY_STATE_OPEN) continue
      const attachment = socket.deserializeAttachment() as Attachment
      this.byQueue.set(attachment.queue_id, { ...attachment, socket })
    }
  }

  of(queue_id: string): Connection | null {
    return this.byQueue.get(queue_id) ?? null
  }

  all(): Connection[] {
    return [...this.byQueue.values()]
  }

  /** Notes, when the object wakes, that all events up to an id have been sent: it does not sleep before. */
  areUpTo(id: number): void {
    for (const connection of this.all())
      this.byQueue.set(connection.queue_id, { ...connection, after: Math.max(connection.after, id) })
  }

  /** Accepts a connection. The response hands its other end to the Worker. */
  accept(attachment: Attachment): { connection: Connection; response: Response } {
    const { 0: client, 1: server } = new WebSocketPair()
    this.state.acceptWebSocket(server)
    server.serializeAttachment(attachment)
    const connection = { ...attachment, socket: server }
    this.byQueue.set(attachment.queue_id, connection)
    return { connection, response: new Response(null, { status: 101, webSocket: client }) }
  }

  /** Sends a text with events up to the id `after`. */
  send(connection: Connection, text: string, after: number): void {
    connection.socket.send(text)
    this.reach(connection, after)
  }

  /** Notes that the client needs no events up to an id any more. */
  reach({ queue_id, socket, after }: Connection, id: number): void {
    const connection = this.byQueue.get(queue_id)
    if (id > after && connection?.socket === socket) this.byQueue.set(queue_id, { ...connection, after: id })
  }

  /** Changes what is stored with an open connection. */
  change(connection: Connection, changed: Partial<Attachment>): void {
    const { socket, ...after } = { ...(this.find(connection.socket) ?? connection), ...changed }
    socket.serializeAttachment(after satisfies Attachment)
    this.byQueue.set(after.queue_id, { ...after, socket })
  }

  close({ socket }: Connection, code: number, reason: string): void {
    const connection = this.find(socket)
    if (connection !== null) {
      this.end(connection)
      // The other end may answer the close after the object has slept, and the note must not be reported again.
      const { socket: _, ...attachment } = connection
      socket.serializeAttachment({ ...attachment, noted: undefined } satisfies Attachment)
    }
    socket.close(code, reason)
    this.closedSockets.add(socket)
  }

  /** Whether the object has closed the socket. Messages that the client sent before it knew still arrive, perhaps many. */
  isClosed(socket: WebSocket): boolean {
    return this.closedSockets.has(socket)
  }

  /** The connection of a socket; null if it has been replaced or closed. */
  find(socket: WebSocket): Connection | null {
    const connection = this.byQueue.get(this.queueIdOf(socket))
    return connection?.socket === socket ? connection : null
  }

  /** Id of the queue that a socket is or was for. */
  queueIdOf(socket: WebSocket): string {
    return (socket.deserializeAttachment() as Attachment).queue_id
  }

  /** The connection of a socket that its client closed, which may have woken the object; null if it had ended before. */
  closing(socket: WebSocket): Connection | null {
    const attachment = socket.deserializeAttachment() as Attachment
    if (this.byQueue.has(attachment.queue_id)) return this.find(socket)
    return this.closedSockets.has(socket) ? null : { ...attachment, socket }
  }

  /** Notes that a connection has ended. */
  end(connection: Connection): void {
    this.byQueue.delete(connection.queue_id)
    this.onEnd(connection)
  }
}
