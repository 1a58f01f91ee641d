import type { Clock } from './clock'

/** Resolves as `work` does. Rejects with the signal's reason as soon as it aborts, but does not stop the work. */
export function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Rejects with the signal's reason as soon as it aborts. */
export function pause(seconds: number, clock: Clock, signal?: AbortSignal): Promise<void> {
  let cancel: (() => void) | undefined
  const passed = new Promise<void>((resolve) => (cancel = clock.after(seconds * 1000, resolve)))
  return unlessAborted(passed, signal).finally(cancel)
}
