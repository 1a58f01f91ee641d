import type { Clock } from './clock'

/** Milliseconds between two signs of life, and after which one that is not answered means that the connection is lost. */
const between = 30_000
const patience = 10_000

/** The pulse of a socket: it finds out that a connection is dead which neither side has closed. */
export interface Pulse {
  /** Notes that something came. */
  heard(): void
  /** Asks for a sign of life now. */
  check(): void
  end(): void
}

/** Begins with a sign of life at once. */
export function startPulse(ping: () => void, onLost: () => void, clock: Clock): Pulse {
  let cancelNext: (() => void) | null = null
  let cancelLost: (() => void) | null = null

  function check(): void {
    ping()
    cancelLost ??= clock.after(patience, onLost)
    cancelNext?.()
    cancelNext = clock.after(between, check)
  }

  check()
  return {
    check,
    heard() {
      cancelLost?.()
      cancelLost = null
    },
    end() {
      cancelNext?.()
      cancelLost?.()
    },
  }
}
