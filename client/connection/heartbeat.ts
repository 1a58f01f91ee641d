import type { Clock } from './clock'

/** Between two pings. */
const pingEveryMs = 30_000

/** A ping that is not answered for so long means that the connection is lost. */
const answerTimeoutMs = 10_000

/** The pulse of a socket: it finds out that a connection is dead which neither side has closed. */
export interface Heartbeat {
  /** Notes that something came. */
  onData(): void
  /** Asks for a sign of life now. */
  check(): void
  end(): void
}

/** Begins with a sign of life at once. */
export function startHeartbeat(ping: () => void, onLost: () => void, clock: Clock): Heartbeat {
  let cancelNext: (() => void) | null = null
  let cancelLost: (() => void) | null = null

  function check(): void {
    ping()
    cancelLost ??= clock.after(answerTimeoutMs, onLost)
    cancelNext?.()
    cancelNext = clock.after(pingEveryMs, check)
  }

  check()
  return {
    check,
    onData() {
      cancelLost?.()
      cancelLost = null
    },
    end() {
      cancelNext?.()
      cancelLost?.()
    },
  }
}
