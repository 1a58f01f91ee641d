import type { Clock } from './clock'

/** Longest time between two attempts. */
const maxBackoffSeconds = 60

/** The waits between attempts to connect: 1, 2, 4 ... 60 seconds, each shortened by chance so that clients do not come at once. */
export interface Backoff {
  /** Waits longer each time, at least so many seconds. */
  backOff(minSeconds?: number): Promise<void>
  /** Waits some time up to so many seconds. */
  waitUpTo(seconds: number): Promise<void>
  /** Begins with one second again. */
  readonly reset: () => void
  /** Ends a wait, unless it has a least time. */
  wakeUp(): void
  /** Ends a wait. */
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
