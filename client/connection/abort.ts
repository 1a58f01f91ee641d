import type { Clock } from './clock'

/** The result of some work, or the signal's reason if it aborts before. The work itself goes on. */
export function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Waits; rejects when the signal aborts. */
export function pause(seconds: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  let cancel: (() => void) | undefined
  const passed = new Promise<void>((resolve) => (cancel = clock.after(seconds * 1000, resolve)))
  return unlessAborted(passed, signal).finally(cancel)
}
