import { afterPaint } from './after-paint'

const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves once the first messages, the first list, or the reason why there are none has been painted. Load lazy parts after it. */
export const firstView = promise

/** The name of the mark on the browser's timeline: what is asked for before it keeps the first messages waiting. */
const firstViewMark = 'first-view'

let isMarked = false

/** Says that there is something to see. Only the first call counts. */
export function markFirstView(): void {
  if (isMarked) return
  isMarked = true
  performance.mark(firstViewMark)
  // A hidden page is painted when somebody looks at it, so the time limit counts there.
  afterPaint(resolve)
  setTimeout(resolve, 500)
}
