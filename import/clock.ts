import { setTimeout as delay } from 'node:timers/promises'

/** Time, which tests let run as they like. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The longest time that a timer takes. */
const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(Math.min(ms, maxTimerMs), undefined, { signal }),
}
