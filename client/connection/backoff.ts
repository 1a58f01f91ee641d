import type { Clock } from './clock'

const maxBackoffSeconds = 60

/**
 * The waits between attempts to connect: 1, 2, 4 ... 60 seconds. A random part, up to half, is taken off each wait, so that
 * clients do not all come back in the same moment.
 */
export interface Backoff {
  /** Waits twice as long as the last time, and at least `minSeconds`. */
  backOff(minSeconds?: number): Promise<void>
  /** Waits for a random time of at most `seconds`. */
  waitUpTo(seconds: number): Promise<void>
  /** The next wait is one second again. */
  readonly reset: () => void
  /** Ends the current wait, unless it has a minimum. */
  wakeUp(): void
  /** Ends the current wait, even if it has a minimum. */
  end(): void
}

export function createBackoff(clock: Clock): Backoff {
  let failures = 0
  let currentWait: { finish: () => void; hasMinimum: boolean } | null = null

  const wait = (seconds: number, hasMinimum: boolean): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        currentWait = null
        cancel()
        resolve()
      }
      const cancel = clock.after(seconds * 1000, finish)
      currentWait = { finish, hasMinimum }
    })

  return {
    backOff(minSeconds = 0) {
      const seconds = Math.min(maxBackoffSeconds, 2 ** failures) * (0.5 + clock.random() / 2)
      failures += 1
      return wait(Math.max(seconds, minSeconds), minSeconds > 0)
    },
    waitUpTo: (seconds) => wait(clock.random() * seconds, false),
    reset() {
      failures = 0
    },
    wakeUp() {
      if (currentWait === null || currentWait.hasMinimum) return
      failures = 0
      currentWait.finish()
    },
    end: () => currentWait?.finish(),
  }
}
