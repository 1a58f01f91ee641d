import { afterPaint } from '../../../lib/after-paint'
import { elementOf } from './dom'

/**
 * The box in which the messages are, as far as `MessageScroller` reads and moves it. Its content is laid out from the bottom up,
 * so `scrollTop` is 0 at the end, and negative above it.
 */
export type ScrollBox = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** A message, and its distance in pixels from the top of the box. */
interface Placed {
  readonly id: number
  readonly top: number
}

/** What `MessageScroller` asks about the messages in a box. */
export interface Geometry<B extends ScrollBox> {
  /** Pixels from the top of the box to that of a message; null if the message is not drawn. */
  topOf(box: B, id: number): number | null
  /** The first visible message; null where the browser itself holds it in its place. */
  firstVisible(box: B): Placed | null
  /** For one frame, the browser does not hold the visible messages in their place. */
  pauseAnchoring(box: B): void
  /** Calls `act` after the next paint and some milliseconds more. Returns a function that cancels it. */
  afterPaint(act: () => void, milliseconds: number): () => void
}

/** Without scroll anchoring, browsers move the visible messages when something changes below them. */
const hasAnchoring = CSS.supports('overflow-anchor', 'auto')

const topIn = (box: Element, message: Element): number =>
  message.getBoundingClientRect().top - box.getBoundingClientRect().top

/** The geometry of what the browser has laid out. */
export const domGeometry: Geometry<HTMLElement> = {
  topOf(box, id) {
    const message = elementOf(box, id)
    return message && topIn(box, message)
  },
  firstVisible(box) {
    const { top: edge } = box.getBoundingClientRect()
    const first = hasAnchoring
      ? undefined
      : [...box.querySelectorAll<HTMLElement>('[data-id]')].find((one) => one.getBoundingClientRect().bottom > edge)
    return first ? { id: Number(first.dataset['id']), top: topIn(box, first) } : null
  },
  pauseAnchoring({ style }) {
    style.overflowAnchor = 'none'
    requestAnimationFrame(() => (style.overflowAnchor = ''))
  },
  afterPaint,
}
