import type { WireEvent } from '../api'
import type { Clock } from './clock'
import { notAdmittedCode, type SocketEnd } from './endings'
import { createSendQueue, type SendQueue } from './send-queue'
import { startHeartbeat, type Heartbeat } from './heartbeat'

const openTimeoutMs = 15_000

/** The part of `WebSocket` that the client uses. */
export interface WebSocketLike {
  /** 1: open. */
  readonly readyState?: number
  send(text: string): void
  close(code?: number): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: SocketEnd) => void): void
}

export type WebSocketConstructor = new (address: string) => WebSocketLike

/** What the server sends: events, or an answer. */
interface Frame {
  readonly events?: WireEvent[]
  readonly id: number
  readonly answer: unknown
  readonly bookmark?: string
}

/** The connection was lost, and no side closed the socket. */
export const lostConnection: SocketEnd = { code: 1006, reason: '' }

export interface SocketOptions {
  readonly clock: Clock
  /** Called when the first data arrives: the connection works. */
  readonly onLive: () => void
  /** Called with events, and with the number of characters in which they came. */
  readonly onEvents: (events: WireEvent[], characters: number) => void
  /** Called once. */
  readonly onEnd: (socketEnd: SocketEnd) => void
}

export interface Socket extends Pick<SendQueue, 'ask' | 'acknowledge'> {
  /** Whether the server closed it because it no longer admits the account. */
  readonly isRefused: boolean
  /** Pings, and closes the socket if nothing comes back. */
  check(): void
  close(): void
}

/** Opens the socket of an event queue. Throws if the platform has no WebSocket. */
export function openSocket(
  WebSocket: WebSocketConstructor,
  address: string,
  options: SocketOptions,
  onBookmark: (bookmark: string | undefined) => void,
): Socket {
  const { clock, onLive, onEvents, onEnd } = options
  const socket = new WebSocket(address)
  const sendQueue = createSendQueue(send, clock)
  let state: 'opening' | 'open' | 'live' | 'ended' = 'opening'
  let heartbeat: Heartbeat | null = null
  let isRefused = false
  const cancel = clock.after(openTimeoutMs, () => drop(lostConnection))

  function end(socketEnd: SocketEnd): void {
    if (state === 'ended') return
    state = 'ended'
    isRefused = socketEnd.code === notAdmittedCode
    cancel()
    heartbeat?.end()
    sendQueue.end()
    onEnd(socketEnd)
  }

  /** Closes the socket without waiting for the server, which may be gone. */
  function drop(socketEnd: SocketEnd): void {
    end(socketEnd)
    socket.close()
  }

  function send(text: string): void {
    try {
      // On a socket that is closing, browsers log an error and send nothing. The event `close` follows.
      if ((socket.readyState ?? 1) === 1) socket.send(text)
    } catch {
      drop(lostConnection)
    }
  }

  socket.addEventListener('open', () => {
    if (state !== 'opening') return
    state = 'open'
    cancel()
    // Some proxies open a socket and let no data through. The heartbeat notices.
    heartbeat = startHeartbeat(
      () => send('ping'),
      () => drop(lostConnection),
      clock,
    )
  })
  socket.addEventListener('message', ({ data }) => {
    if (state === 'ended') return
    heartbeat?.onData()
    if (state !== 'live') {
      state = 'live'
      onLive()
    }
    if (data === 'pong') return
    const text = data as string
    const { events, id, answer, bookmark } = JSON.parse(text) as Frame
    onBookmark(bookmark)
    if (events === undefined) sendQueue.onAnswer(id, answer)
    else onEvents(events, text.length)
  })
  socket.addEventListener('close', ({ code, reason }) => end({ code, reason }))

  return {
    get isRefused() {
      return isRefused
    },
    ask: sendQueue.ask,
    acknowledge: sendQueue.acknowledge,
    check: () => heartbeat?.check(),
    close: () => drop({ code: 1000, reason: '' }),
  }
}
