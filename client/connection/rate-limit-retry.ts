import { pause } from './abort'
import type { Clock } from './clock'
import { Refusal } from './refusal'

/** How often the same is asked before its refusal is passed on. */
const maxAttempts = 4

/** Waits at most this long for a rate limit. A longer one lasts until midnight, and the caller gets the refusal to show it. */
const maxRateLimitSeconds = 60

/** Asks, and again after the time that the server names when it was asked too often. */
export async function withRateLimitRetry<T>(ask: () => Promise<T>, clock: Clock, signal?: AbortSignal): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    signal?.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      const waitSeconds = error instanceof Refusal ? error.retry_after : null
      if (waitSeconds === null || waitSeconds > maxRateLimitSeconds || attempts === maxAttempts) throw error
      await pause(waitSeconds, clock, signal)
    }
  }
}
