import { afterPaint } from './after-paint'

const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves once the first messages, the first list, or the reason why there are none has been painted. Load lazy parts after it. */
export const firstView = promise

/** Name of the performance mark of the first view. `test/web/budgets.test.ts` counts the requests before it. */
const firstViewMark = 'first-view'

/** If the first messages do not come within this time, what is loaded after them no longer waits. */
const patienceMs = 3000

/** A hidden page is not painted until the user looks at it, so this is the longest wait for the paint. */
const paintTimeoutMs = 500

let isMarked = false

/** Call this when the first content is rendered. Only the first call counts. */
export function markFirstView(): void {
  if (isMarked) return
  isMarked = true
  performance.mark(firstViewMark)
  // A frame is on the screen when the next one begins, and on slow devices when the one after that begins. Whatever runs before
  // would delay it.
  afterPaint(() => afterPaint(() => afterPaint(resolve)))
  setTimeout(resolve, paintTimeoutMs)
}

/** Call this when the page around the first content is rendered: it needs its sidebar even if the messages are slow to come. */
export function awaitFirstView(): void {
  setTimeout(resolve, patienceMs)
}
