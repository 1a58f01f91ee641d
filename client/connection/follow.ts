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
  type NextStep,
} from './endings'
import type { AskOverHttp } from './http'
import { createEventIntake, type EventHandler, type Position } from './event-intake'
import { Refusal, Unreachable } from './refusal'
import { lostConnection, type Socket, type SocketOptions } from './socket'
import { createBackoff } from './backoff'

/** `offline`: there is no connection, and the follower waits before its next attempt. */
export type Status = 'connecting' | 'live' | 'offline' | 'ended'

export interface FollowOptions {
  /** Where to begin in an existing queue; null to register first. */
  readonly from: Position | null
  readonly onEvents: EventHandler
  /** Registers: at first, or because the queue has ended. Until this resolves, the page may go on showing the old state. */
  readonly register: () => Promise<Position>
  readonly onStatus?: ((status: Status, why: EndReason | null) => void) | undefined
}

/** Brings all events of a registration: it connects again after each lost connection. */
export interface Follower {
  readonly status: Status
  /** Where another follower can continue. Its `queue_id` is empty until there is a registration. */
  readonly position: Position
  /** The socket if it is open and works, else null. */
  readonly socket: Socket | null
  /**
   * Connects at once, or checks that the connection still works. Call it when the network is back and when the page becomes
   * visible.
   */
  wakeUp(): void
  stop(): void
}

interface FollowDeps {
  readonly clock: Clock
  readonly ask: AskOverHttp
  readonly open: (position: Position, options: SocketOptions) => Promise<Socket>
}

/** A connection that has lasted this long counts as one that works. */
const stableAfterMs = 10_000

/** If sockets do not get through, the follower polls for this long before it tries a socket again. */
const pollForMs = 300_000

/** Timeout of a poll that does not wait for an event (`dont_block`). */
const answerTimeoutSeconds = 15

/** Timeout of a poll that waits for an event. The server sends a heartbeat earlier. */
const eventTimeoutSeconds = 90

/** After this many failed sockets in a row, the follower assumes that a proxy lets none through. */
const maxBlockedSockets = 2

/** After this many empty polls in a row, the follower assumes that another client polls the same queue. */
const maxEmptyPolls = 2

export function follow({ from, onEvents, register, onStatus }: FollowOptions, deps: FollowDeps): Follower {
  const { clock, ask, open } = deps
  const intake = createEventIntake(from ?? { queue_id: '', last_event_id: -1 }, onEvents)
  const backoff = createBackoff(clock)
  let status: Status = 'connecting'
  let socket: Socket | null = null
  let controller = new AbortController()
  let blockedSockets = 0
  let emptyPolls = 0
  let pollUntil = -Infinity
  let registeredAt = -Infinity

  function setStatus(newStatus: Status, why: EndReason | null = null): void {
    if (status === newStatus || status === 'ended') return
    status = newStatus
    onStatus?.(newStatus, why)
  }

  const isEnded = (): boolean => status === 'ended'

  function onOpened(newSocket: Socket): void {
    socket = newSocket
    if (isEnded()) newSocket.close()
  }

  /** Follows the queue over a socket until that is closed; null if the socket did not get through. */
  async function followSocket(): Promise<NextStep | null> {
    let liveSince = Infinity
    const onLive = (): void => {
      liveSince = clock.now()
      setStatus('live')
    }
    const onEvents = (events: WireEvent[], characters: number): void =>
      intake.handle(events, (id, amount) => socket?.acknowledge(id, amount, characters))
    const socketEnd = await new Promise<SocketEnd>((resolve, reject) => {
      const onError = (error: unknown): void =>
        // Any other error means that this platform has no WebSocket.
        error instanceof Refusal || error instanceof Unreachable ? reject(error) : resolve(lostConnection)
      open(intake.position, { clock, onLive, onEvents, onEnd: resolve }).then(onOpened, onError)
    })
    socket = null
    const wasStable = clock.now() - liveSince >= stableAfterMs
    if (wasStable) backoff.reset()
    else if (!isServersCode(socketEnd.code)) return null
    blockedSockets = 0
    const next = afterSocket(socketEnd)
    return next.do === 'connect' && !wasStable ? retry() : next
  }

  async function poll(dont_block: boolean): Promise<void> {
    await intake.whenHandled()
    if (isEnded()) return
    controller = new AbortController()
    const { signal } = controller
    const timeoutSeconds = dont_block ? answerTimeoutSeconds : eventTimeoutSeconds
    try {
      const answer = await ask('GET /events', { ...intake.position, dont_block }, { signal, timeoutSeconds })
      const events = answer['events'] as WireEvent[]
      if (!dont_block) emptyPolls = events.length === 0 ? emptyPolls + 1 : 0
      intake.handle(events)
    } catch (error) {
      if (!signal.aborted) throw error
      // `wakeUp()` aborted it: ask at once for what is new.
      await poll(true)
    }
  }

  async function followPolls(): Promise<NextStep> {
    emptyPolls = 0
    while (!isEnded() && clock.now() < pollUntil) {
      setStatus('live')
      await poll(false)
      backoff.reset()
      // The server answers a poll without events only when another poll of the same queue comes.
      if (emptyPolls >= maxEmptyPolls) return { do: 'end', why: 'replaced' }
    }
    return connect()
  }

  async function attempt(): Promise<NextStep> {
    if (clock.now() < pollUntil) {
      await poll(true)
      return followPolls()
    }
    const next = await followSocket()
    if (next !== null || isEnded()) return next ?? retry()
    // Browsers do not say why a socket does not open. A request over HTTP fails with the reason, or brings the new events.
    await poll(true)
    blockedSockets += 1
    if (blockedSockets < maxBlockedSockets) return retry()
    pollUntil = clock.now() + pollForMs
    return followPolls()
  }

  async function registerAnew(): Promise<NextStep> {
    if (clock.now() - registeredAt < stableAfterMs) {
      setStatus('offline')
      await backoff.backOff()
      if (isEnded()) return retry()
      setStatus('connecting')
    }
    const position = await register()
    registeredAt = clock.now()
    intake.restart(position)
    return connect()
  }

  async function run(): Promise<void> {
    let next: NextStep = from === null ? { do: 'register' } : connect()
    while (!isEnded()) {
      if (next.do === 'end') return setStatus('ended', next.why)
      if (next.do === 'retry') {
        setStatus('offline')
        await backoff.backOff(next.minSeconds)
      } else if (next.do === 'connect' && next.withinSeconds > 0) await backoff.waitUpTo(next.withinSeconds)
      if (isEnded()) return
      setStatus('connecting')
      next = await (next.do === 'register' ? registerAnew().catch(afterError) : attempt().catch(afterAttempt))
    }
  }

  void run()
  return {
    get status() {
      return status
    },
    get position() {
      return intake.position
    },
    get socket() {
      return status === 'live' ? socket : null
    },
    wakeUp() {
      backoff.wakeUp()
      socket?.check()
      controller.abort()
    },
    stop() {
      setStatus('ended', 'stopped')
      backoff.end()
      socket?.close()
      controller.abort()
    },
  }
}

const afterAttempt = (error: unknown): NextStep => (isQueueGone(error) ? { do: 'register' } : afterError(error))
