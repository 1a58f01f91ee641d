/** Milliseconds after which work lets the browser do something else. */
const sliceMs = 4

/** Calls a function when the browser has time. Safari has no `requestIdleCallback`. */
export const whenIdle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? setTimeout

/** Calls a function again and again when the browser has time, until it says that it is done. */
export function inIdleTime(work: () => boolean): void {
  const slice = (): void => {
    const endMs = performance.now() + sliceMs
    while (performance.now() < endMs) if (work()) return
    whenIdle(slice)
  }
  whenIdle(slice)
}
