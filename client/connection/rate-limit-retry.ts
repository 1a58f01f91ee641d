import { pause } from './abort'
import type { Clock } from './clock'
import { Refusal } from './refusal'

/** After this many attempts the caller gets the refusal. */
const maxAttempts = 4

/** A longer limit is a quota that lasts until midnight: the caller gets the refusal, to show it. */
const maxRateLimitSeconds = 60

/** Calls `ask`. If the server refuses because of a rate limit, waits as long as the refusal says and calls it again. */
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
