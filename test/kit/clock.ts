import { vi } from 'vitest'

/** Waits from this many milliseconds follow the controlled clock. */
const longWaitMs = 5000

/** Milliseconds between two checks of the clock by a long wait. */
const checkPeriodMs = 5

let isControlled = false

/**
 * Stops the clock, so that only `advanceClock` moves it. Long waits of the server end by this clock. Short ones, such as those for the
 * next tick, still take real time.
 *
 * Use this and not `useFakeTimers` for `setTimeout`: a fake timer is fired by the test, and the platform refuses the work of another
 * object, such as a write that an object of an earlier test had put off.
 */
export function controlClock(): void {
  isControlled = true
  // Not `useFakeTimers`, because `vi.waitFor` would advance its clock.
  vi.setSystemTime(Date.now())
  const realSetTimeout = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) => {
    if (ms < longWaitMs) return realSetTimeout(run, ms)
    const until = Date.now() + ms
    // The real timer is started by the object that waits, because another object must not do its work.
    const checkClock = (): void => {
      if (isControlled && Date.now() < until) realSetTimeout(checkClock, checkPeriodMs)
      else if (isControlled) run()
    }
    return realSetTimeout(checkClock, checkPeriodMs)
  })
}

export function releaseClock(): void {
  isControlled = false
  vi.mocked(globalThis.setTimeout).mockRestore()
  vi.useRealTimers()
}

/**
 * Waits until all long waits have checked the clock. This takes real time: waits of an evicted object never check again, so they
 * cannot be counted. It works because timers fire in order, and this one comes after theirs.
 */
export const waitForClockChecks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4 * checkPeriodMs))

/** Moves the clock forward. */
export const advanceClock = (seconds: number): void => {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
