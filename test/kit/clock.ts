import { vi } from 'vitest'

/** Milliseconds from which on a wait is a long one. */
const long = 5000

let isControlled = false

/**
 * Puts the clock under the control of a test, where it stands still but for `pass`. Long waits of the server end when this
 * clock says so; all others, such as those for the next tick, are as they were.
 */
export function controlClock(): void {
  isControlled = true
  // Not by `useFakeTimers`: with that, waiting for something would move the clock.
  vi.setSystemTime(Date.now())
  const later = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms = 0) => {
    if (ms < long) return later(run, ms)
    const until = Date.now() + ms
    // It waits where it was begun: nothing else may do the work of an object.
    const look = (): void => {
      if (isControlled && Date.now() < until) later(look, 5)
      else if (isControlled) run()
    }
    return later(look, 5)
  })
}

export function releaseClock(): void {
  isControlled = false
  vi.mocked(globalThis.setTimeout).mockRestore()
  vi.useRealTimers()
}

/** Lets time pass. */
export const pass = (seconds: number): void => {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
