import type { Clock } from './clock'

/** Longest time between two attempts. */
const maxWaitSeconds = 60

/** The waits between attempts to connect: 1, 2, 4 ... 60 seconds, each shortened by chance so that clients do not come at once. */
export interface Backoff {
  /** Waits longer each time, at least so many seconds. */
  backOff(least?: number): Promise<void>
  /** Waits some time up to so many seconds. */
  upTo(seconds: number): Promise<void>
  /** Begins with one second again. */
  readonly reset: () => void
  /** Ends a wait, unless it has a least time. */
  wakeUp(): void
  /** Ends a wait. */
  end(): void
}

export function createBackoff(clock: Clock): Backoff {
  let failures = 0
  let current: { finish: () => void; hasLeast: boolean } | null = null

  const wait = (seconds: number, hasLeast: boolean): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        current = null
        cancel()
        resolve()
      }
      const cancel = clock.after(seconds * 1000, finish)
      current = { finish, hasLeast }
    })

  return {
    backOff(least = 0) {
      const seconds = Math.min(maxWaitSeconds, 2 ** failures) * (0.5 + clock.random() / 2)
      failures += 1
      return wait(Math.max(seconds, least), least > 0)
    },
    upTo: (seconds) => wait(clock.random() * seconds, false),
    reset() {
      failures = 0
    },
    wakeUp() {
      if (current === null || current.hasLeast) return
      failures = 0
      current.finish()
    },
    end: () => current?.finish(),
  }
}
