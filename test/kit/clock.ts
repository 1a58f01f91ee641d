import { vi } from 'vitest'

/** Milliseconds from which on a wait is a long one. */
const long = 5000

/** Milliseconds after which a long wait looks at the clock again. */
const pace = 5

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
      if (isControlled && Date.now() < until) later(look, pace)
      else if (isControlled) run()
    }
    return later(look, pace)
  })
}

export function releaseClock(): void {
  isControlled = false
  vi.mocked(globalThis.setTimeout).mockRestore()
  vi.useRealTimers()
}

/**
 * Waits until all long waits have looked at the clock. It takes real time, because waits of an object that was lost look no more,
 * so that nobody can say when the last one has. But timers end in their order: this one after those that look.
 */
export const looked = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 4 * pace))

/** Lets time pass. */
export const pass = (seconds: number): void => {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
