import { pause } from './abort'
import type { Clock } from './clock'
import { Refusal } from './refusal'

/** How often the same is asked before its refusal is passed on. */
const maxTries = 4

/** Longest time to wait for a limit of the server. Longer ones last until midnight: somebody has to be told. */
const maxWaitSeconds = 60

/** Asks, and again after the time that the server names when it was asked too often. */
export async function withRateLimitRetry<T>(ask: () => Promise<T>, clock: Clock, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      const wait = error instanceof Refusal ? error.retry_after : null
      if (wait === null || wait > maxWaitSeconds || tries === maxTries) throw error
      await pause(wait, clock, signal)
    }
  }
}
