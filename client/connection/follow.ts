import type { WireEvent } from '../api'
import type { Clock } from './clock'
import {
  afterSocket,
  afterError,
  connect,
  isQueueGone,
  isServersCode,
  retry,
  type SocketEnd,
  type EndReason,
  type Next,
} from './endings'
import type { AskOverHttp } from './http'
import { createReceived, type EventHandler, type Position } from './event-intake'
import { Refusal, Unreachable } from './refusal'
import { lost, type Socket, type SocketOptions } from './socket'
import { createWaits } from './backoff'

/** `offline`: waiting before the next attempt to connect. */
export type Status = 'connecting' | 'live' | 'offline' | 'ended'

export interface FollowOptions {
  /** Where to begin: a registration that was made, or null to begin with one. */
  readonly from: Position | null
  readonly onEvents: EventHandler
  /** Registers, at first or because the queue has ended. Until it is done, nothing that is shown has to go. */
  readonly register: () => Promise<Position>
  readonly onStatus?: ((status: Status, why: EndReason | null) => void) | undefined
}

/** A registration that is followed: its events come, whatever happens to connections. */
export interface Follower {
  readonly status: Status
  /** Where another follower can go on, once there is a registration. */
  readonly position: Position
  /** The open socket; null while there is none. */
  readonly socket: Socket | null
  /** Tries at once, or looks whether the connection still works: the network is back, or somebody looks. */
  wakeUp(): void
  stop(): void
}

interface FollowDeps {
  readonly clock: Clock
  readonly ask: AskOverHttp
  readonly open: (position: Position, options: SocketOptions) => Promise<Socket>
}

/** Milliseconds after which a connection counts as one that works, and during which long polls stand in for sockets. */
const longConnection = 10_000
const longPolling = 300_000

/** Seconds to wait for an answer, and for an event: the server sends a heartbeat before. */
const answerPatience = 15
const eventPatience = 90

/** Sockets in a row that do not get through, and polls in a row that wait for nothing, before that is taken as a fact. */
const enough = 2

/** Follows a registration, until it is stopped or the server ends it. */
export function follow({ from, onEvents, register, onStatus }: FollowOptions, deps: FollowDeps): Follower {
  const { clock, ask, open } = deps
  const received = createReceived(from ?? { queue_id: '', last_event_id: -1 }, onEvents)
  const waits = createWaits(clock)
  let status: Status = 'connecting'
  let socket: Socket | null = null
  let controller = new AbortController()
  let blockedSockets = 0
  let emptyPolls = 0
  let pollUntil = -Infinity
  let registeredAt = -Infinity

  function set(now: Status, why: EndReason | null = null): void {
    if (status === now || status === 'ended') return
    status = now
    onStatus?.(now, why)
  }

  const isEnded = (): boolean => status === 'ended'

  function onOpened(opened: Socket): void {
    socket = opened
    if (isEnded()) opened.close()
  }

  /** Follows the queue on a socket until that ends; null if it did not get through. */
  async function followSocket(): Promise<Next | null> {
    let liveSince = Infinity
    const onLive = (): void => {
      liveSince = clock.now()
      set('live')
    }
    const onEvents = (events: WireEvent[], characters: number): void =>
      received.take(events, (id, amount) => socket?.acknowledge(id, amount, characters))
    const closed = await new Promise<SocketEnd>((resolve, reject) => {
      const onError = (error: unknown): void =>
        // Anything else: there are no sockets here.
        error instanceof Refusal || error instanceof Unreachable ? reject(error) : resolve(lost)
      open(received.position, { clock, onLive, onEvents, onEnd: resolve }).then(onOpened, onError)
    })
    socket = null
    const wasLong = clock.now() - liveSince >= longConnection
    if (wasLong) waits.reset()
    else if (!isServersCode(closed.code)) return null
    blockedSockets = 0
    const next = afterSocket(closed)
    return next.do === 'connect' && !wasLong ? retry() : next
  }

  /** Asks for events once. */
  async function poll(dont_block: boolean): Promise<void> {
    await received.taken()
    if (isEnded()) return
    controller = new AbortController()
    const { signal } = controller
    const timeout = dont_block ? answerPatience : eventPatience
    try {
      const answer = await ask('GET /events', { ...received.position, dont_block }, { signal, timeout })
      const events = answer['events'] as WireEvent[]
      if (!dont_block) emptyPolls = events.length === 0 ? emptyPolls + 1 : 0
      received.take(events)
    } catch (error) {
      if (!signal.aborted) throw error
      // Woken up.
      await poll(true)
    }
  }

  async function followPolls(): Promise<Next> {
    emptyPolls = 0
    while (!isEnded() && clock.now() < pollUntil) {
      set('live')
      await poll(false)
      waits.reset()
      // The server ends a poll before its heartbeat only when another one comes.
      if (emptyPolls >= enough) return { do: 'end', why: 'replaced' }
    }
    return connect()
  }

  async function attempt(): Promise<Next> {
    if (clock.now() < pollUntil) {
      await poll(true)
      return followPolls()
    }
    const next = await followSocket()
    if (next !== null || isEnded()) return next ?? retry()
    // A page is not told why a socket does not open. An ordinary request is, and brings what is new.
    await poll(true)
    blockedSockets += 1
    if (blockedSockets < enough) return retry()
    pollUntil = clock.now() + longPolling
    return followPolls()
  }

  async function registerAnew(): Promise<Next> {
    if (clock.now() - registeredAt < longConnection) {
      set('offline')
      await waits.backOff()
      if (isEnded()) return retry()
      set('connecting')
    }
    const position = await register()
    registeredAt = clock.now()
    received.restart(position)
    return connect()
  }

  async function run(): Promise<void> {
    let next: Next = from === null ? { do: 'register' } : connect()
    while (!isEnded()) {
      if (next.do === 'end') return set('ended', next.why)
      if (next.do === 'retry') {
        set('offline')
        await waits.backOff(next.least)
      } else if (next.do === 'connect' && next.within > 0) await waits.upTo(next.within)
      if (isEnded()) return
      set('connecting')
      next = await (next.do === 'register' ? registerAnew().catch(afterError) : attempt().catch(afterAttempt))
    }
  }

  void run()
  return {
    get status() {
      return status
    },
    get position() {
      return received.position
    },
    get socket() {
      return status === 'live' ? socket : null
    },
    wakeUp() {
      waits.wakeUp()
      socket?.check()
      controller.abort()
    },
    stop() {
      set('ended', 'stopped')
      waits.end()
      socket?.close()
      controller.abort()
    },
  }
}

const afterAttempt = (error: unknown): Next => (isQueueGone(error) ? { do: 'register' } : afterError(error))
