import type { Clock } from './clock'

const pingEveryMs = 30_000

/** If nothing has come this long after a ping, the connection is lost. */
const answerTimeoutMs = 10_000

/** Pings the server, and so finds out that a connection is dead although neither side has closed it. */
export interface Heartbeat {
  /** Call it for everything that arrives. */
  onData(): void
  /** Pings at once. */
  check(): void
  end(): void
}

/** Sends the first ping at once. Calls `onLost` if nothing arrives after a ping. */
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
