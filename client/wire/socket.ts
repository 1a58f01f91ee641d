import type { WireEvent } from '../api'
import type { Clock } from './clock'
import { createOutgoing, type Outgoing } from './outgoing'
import { startPulse, type Pulse } from './pulse'

/** Milliseconds for opening a connection. */
const patience = 15_000

/** The part of a WebSocket that is used. */
export interface WebSocketLike {
  send(text: string): void
  close(code?: number): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
}

export type WebSocketConstructor = new (address: string) => WebSocketLike

/** Code of an end that no other end told. */
export const lost = 1006

export interface SocketOptions {
  readonly clock: Clock
  /** Something came: the connection works. */
  readonly onLive: () => void
  /** Events as they came, and their characters. */
  readonly onEvents: (events: WireEvent[], characters: number) => void
  /** Called once. */
  readonly onEnd: (code: number) => void
}

/** The socket of an event queue. */
export interface Socket extends Pick<Outgoing, 'ask' | 'acknowledge'> {
  /** Finds out whether the connection still works. */
  check(): void
  close(): void
}

/** Opens the socket of an event queue. Throws where there are no sockets. */
export function openSocket(WebSocket: WebSocketConstructor, address: string, options: SocketOptions): Socket {
  const { clock, onLive, onEvents, onEnd } = options
  const socket = new WebSocket(address)
  const outgoing = createOutgoing(send, clock)
  let state: 'opening' | 'open' | 'live' | 'ended' = 'opening'
  let pulse: Pulse | null = null
  const cancel = clock.after(patience, () => drop(lost))

  function end(code: number): void {
    if (state === 'ended') return
    state = 'ended'
    cancel()
    pulse?.end()
    outgoing.end()
    onEnd(code)
  }

  /** Ends it without waiting for the other end, which may be gone. */
  function drop(code: number): void {
    end(code)
    socket.close()
  }

  function send(text: string): void {
    try {
      socket.send(text)
    } catch {
      // It is closing already.
      drop(lost)
    }
  }

  socket.addEventListener('open', () => {
    if (state !== 'opening') return
    state = 'open'
    cancel()
    // Some proxies open a socket, and let nothing through.
    pulse = startPulse(
      () => send('ping'),
      () => drop(lost),
      clock,
    )
  })
  socket.addEventListener('message', ({ data }) => {
    if (state === 'ended') return
    pulse?.heard()
    if (state !== 'live') {
      state = 'live'
      onLive()
    }
    if (data === 'pong') return
    const text = data as string
    const { events, id, answer } = JSON.parse(text) as { events?: WireEvent[]; id: number; answer: unknown }
    if (events === undefined) outgoing.onAnswer(id, answer)
    else onEvents(events, text.length)
  })
  socket.addEventListener('close', ({ code }) => end(code))

  return {
    ask: outgoing.ask,
    acknowledge: outgoing.acknowledge,
    check: () => pulse?.check(),
    close: () => drop(1000),
  }
}
