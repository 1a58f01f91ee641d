import type { Refusal } from '../base/errors'
import type { RequestFacts } from '../turn/call'

/** Facts of the request that opened a connection, and the mark of the session that it came with. */
export interface Opener extends Pick<RequestFacts, 'origin' | 'host' | 'address' | 'client'> {
  readonly mark: string
  /** UNIX time. */
  readonly at: number
}

/** The purpose of an open connection. It survives the object's sleep with the connection. */
interface Attachment {
  queue_id: string
  opener: Opener
  /** `poll`: gets one answer, for a request that the Worker holds. `socket`: gets all events, for the client itself. */
  kind: 'poll' | 'socket'
  /**
   * The highest event id that was sent on it, or that the client had before. It is true in memory only: when the object wakes,
   * everything was sent (`areUpTo`), and writing it with each event costs a tenth of a broadcast.
   */
  after: number
  /** A note of an action (`ConnectionNotes`), and when the client last sent something, in UNIX seconds. */
  noted?: { readonly note: unknown; readonly heard_at: number } | undefined
}

/** A connection on which the next events of a queue are sent. */
export interface Connection extends Readonly<Attachment> {
  readonly socket: WebSocket
}

/** A connection whose client was heard of at this UNIX time. */
export const heard = ({ noted, ...connection }: Connection, at: number): Connection => ({
  ...connection,
  ...(noted !== undefined && { noted: { ...noted, heard_at: at } }),
})

/** First character of a refusal: the Worker passes every other text on without parsing it. */
export const refusalMark = '!'

/** The Worker's message on the connection of a poll that has waited long enough for a heartbeat. */
export const heartbeat = 'beat'

/** Close codes; from 4000 on they are ours to define. */
export const closeCodes = {
  done: 1000,
  restart: 1012,
  malformed: 4400,
  refused: 4401,
  unknownQueue: 4404,
  /** The client did not acknowledge for too long, and has to come back. */
  unacknowledged: 4408,
  replaced: 4409,
  /** The client sent too many messages, or used up its rows read of the day. */
  tooMuch: 4429,
} as const

/** The reason with which a connection is closed that is refused: programs can decide by it, as by the code of a refusal over HTTP. */
export const reasonOf = ({ code, msg }: Refusal): string => code ?? msg

/**
 * The open connections of a realm object, at most one for each queue. They are hibernatable WebSockets: the object
 * sleeps, and costs nothing, while they are open.
 */
export class Connections {
  private readonly open = new Map<string, Connection>()
  private readonly closed = new WeakSet<WebSocket>()

  /** `onEnd` gets each connection that ends, by either side. */
  constructor(
    private readonly state: DurableObjectState,
    private readonly onEnd: (connection: Connection) => void,
  ) {
    // Answered by the platform, without waking the object.
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    for (const socket of state.getWebSockets()) {
      if (socket.readyState !== WebSocket.READY_STATE_OPEN) continue
      const attachment = socket.deserializeAttachment() as Attachment
      this.open.set(attachment.queue_id, { ...attachment, socket })
    }
  }

  of(queue_id: string): Connection | null {
    return this.open.get(queue_id) ?? null
  }

  all(): Connection[] {
    return [...this.open.values()]
  }

  /** Notes that all connections are up to date with an id: the object does not sleep while something is under way. */
  areUpTo(id: number): void {
    for (const connection of this.all())
      this.open.set(connection.queue_id, { ...connection, after: Math.max(connection.after, id) })
  }

  /** Accepts a connection; the response hands its other end to the Worker. */
  accept(attachment: Attachment): { connection: Connection; response: Response } {
    const { 0: client, 1: server } = new WebSocketPair()
    this.state.acceptWebSocket(server)
    server.serializeAttachment(attachment)
    const connection = { ...attachment, socket: server }
    this.open.set(attachment.queue_id, connection)
    return { connection, response: new Response(null, { status: 101, webSocket: client }) }
  }

  /** Sends a text, and notes up to which event id. */
  send(connection: Connection, text: string, after: number): void {
    connection.socket.send(text)
    this.reach(connection, after)
  }

  /** Notes that the client needs no event up to an id. */
  reach({ queue_id, socket, after }: Connection, id: number): void {
    const connection = this.open.get(queue_id)
    if (id > after && connection?.socket === socket) this.open.set(queue_id, { ...connection, after: id })
  }

  /** Changes what survives with an open connection. */
  change(connection: Connection, changed: Partial<Attachment>): void {
    const { socket, ...after } = { ...(this.find(connection.socket) ?? connection), ...changed }
    socket.serializeAttachment(after satisfies Attachment)
    this.open.set(after.queue_id, { ...after, socket })
  }

  close({ socket }: Connection, code: number, reason: string): void {
    const connection = this.find(socket)
    if (connection !== null) {
      this.end(connection)
      // The other end may answer the close only after the object has slept.
      const { socket: _, ...attachment } = connection
      socket.serializeAttachment({ ...attachment, noted: undefined } satisfies Attachment)
    }
    socket.close(code, reason)
    this.closed.add(socket)
  }

  /** Whether the object closed the socket. Messages that its other end had sent by then still arrive, and may be many. */
  isClosed(socket: WebSocket): boolean {
    return this.closed.has(socket)
  }

  /** The connection of a socket; null when it was replaced or closed before. */
  find(socket: WebSocket): Connection | null {
    const connection = this.open.get(this.queueIdOf(socket))
    return connection?.socket === socket ? connection : null
  }

  /** Id of the queue of a socket, also of one that is closed. */
  queueIdOf(socket: WebSocket): string {
    return (socket.deserializeAttachment() as Attachment).queue_id
  }

  /** The connection of a socket that its other end closed; null when it had ended before. The close may have woken the object. */
  closing(socket: WebSocket): Connection | null {
    const attachment = socket.deserializeAttachment() as Attachment
    if (this.open.has(attachment.queue_id)) return this.find(socket)
    return this.closed.has(socket) ? null : { ...attachment, socket }
  }

  /** Notes that a connection has ended. */
  end(connection: Connection): void {
    this.open.delete(connection.queue_id)
    this.onEnd(connection)
  }
}
