import { afterPaint } from './after-paint'

const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves once the first messages, the first list, or the reason why there are none has been painted. Load lazy parts after it. */
export const firstView = promise

/** Name of the performance mark of the first view. `test/web/budgets.test.ts` counts the requests before it. */
const firstViewMark = 'first-view'

let isMarked = false

/** Call this when the first content is rendered. Only the first call counts. */
export function markFirstView(): void {
  if (isMarked) return
  isMarked = true
  performance.mark(firstViewMark)
  // A hidden page is not painted until the user looks at it, so a time limit resolves the promise there.
  afterPaint(resolve)
  setTimeout(resolve, 500)
}
