import type { WireEvent } from '../api'
import type { Clock } from './clock'
import { notAdmittedCode, type SocketEnd } from './endings'
import { createSendQueue, type SendQueue } from './send-queue'
import { startHeartbeat, type Heartbeat } from './heartbeat'

/** How long opening a connection may take. */
const openTimeoutMs = 15_000

/** The part of a WebSocket that is used. */
export interface WebSocketLike {
  /** 1 while it is open. */
  readonly readyState?: number
  send(text: string): void
  close(code?: number): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: SocketEnd) => void): void
}

export type WebSocketConstructor = new (address: string) => WebSocketLike

/** An end that the other end did not tell. */
export const lostConnection: SocketEnd = { code: 1006, reason: '' }

export interface SocketOptions {
  readonly clock: Clock
  /** Something came: the connection works. */
  readonly onLive: () => void
  /** Events as they came, and their characters. */
  readonly onEvents: (events: WireEvent[], characters: number) => void
  /** Called once. */
  readonly onEnd: (socketEnd: SocketEnd) => void
}

/** The socket of an event queue. */
export interface Socket extends Pick<SendQueue, 'ask' | 'acknowledge'> {
  /** Whether the server closed it because the account is not admitted any more. */
  readonly isRefused: boolean
  /** Finds out whether the connection still works. */
  check(): void
  close(): void
}

/** Opens the socket of an event queue. Throws where there are no sockets. */
export function openSocket(WebSocket: WebSocketConstructor, address: string, options: SocketOptions): Socket {
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

  /** Ends it without waiting for the other end, which may be gone. */
  function drop(socketEnd: SocketEnd): void {
    end(socketEnd)
    socket.close()
  }

  function send(text: string): void {
    try {
      // Browsers drop it, and log an error, where it is closing already: its end is told in a moment.
      if ((socket.readyState ?? 1) === 1) socket.send(text)
    } catch {
      drop(lostConnection)
    }
  }

  socket.addEventListener('open', () => {
    if (state !== 'opening') return
    state = 'open'
    cancel()
    // Some proxies open a socket, and let nothing through.
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
    const { events, id, answer } = JSON.parse(text) as { events?: WireEvent[]; id: number; answer: unknown }
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
