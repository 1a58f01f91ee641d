import type { RefObject } from 'preact'
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Anchor, View } from '../../../../client'
import { elementOf } from './dom'
import { afterPaint } from '../../../lib/after-paint'
import { scrollTargetOf } from './scroll-target'
import { everything, grown, within, type Window } from './window'

/** Pixels from an edge within which the list draws more messages. */
const close = 500
/** Pixels from the end within which the list counts as being at its end, and follows new messages. */
const atEnd = 40

/** Milliseconds after a jump in which the list draws nothing more, so that the browser can paint. */
const rest = 50

/** How many messages should be held beyond the drawn ones, so that the user does not wait for them. */
const ahead = 64

/** Without scroll anchoring, browsers move the visible messages when something changes below them. */
const hasAnchoring = CSS.supports('overflow-anchor', 'auto')

interface ReachOptions {
  readonly view: View
  readonly feed: RefObject<HTMLElement | null>
  /** Where the list opens. */
  readonly begin: Anchor
  /** Where it places that message, as a part of its height; undefined for the usual part. */
  readonly part: number | undefined
  readonly isUnread: (id: number) => boolean
}

/** Which messages are drawn, and where the list is scrolled. */
export interface ScrollWindow {
  readonly drawn: readonly number[]
  /** Whether the newest message is drawn, and the server has no newer one. */
  readonly isWhole: boolean
  /** Whether the list is at its end, and follows new messages. */
  readonly isAtEnd: ReadonlySignal<boolean>
  /** Id of the message below the unread line; null if there is no line. */
  readonly firstUnread: Signal<number | null>
  readonly onScroll: () => void
  readonly toNewest: () => Promise<void>
  readonly goTo: (id: number) => Promise<void>
}

export function useScrollWindow({ view, feed, begin, part, isUnread }: ReachOptions): ScrollWindow {
  /** Where to jump once messages are held; null if no jump is pending. */
  const target = useRef<Anchor | null>(begin)
  const firstPart = useRef(part)
  const shown = useSignal<Window>(everything)
  const firstUnread = useSignal<number | null>(null)
  const isAtEnd = useSignal(true)
  /** Whether the browser has painted since the last jump. Before that, the list draws only what the screen needs. */
  const isPlaced = useRef(true)
  const toShow = useRef<{ id: number; part: number } | null>(null)
  const reading = useRef<{ element: Element; top: number } | null>(null)
  const ids = view.ids.value
  // Read for its changes: when loading ends, more may have to be drawn.
  void view.isLoading.value
  const { value: settled } = shown
  const drawn = within(
    ids,
    target.current === null
      ? settled
      : scrollTargetOf(target.current, ids, { part: firstPart.current, isUnread }).window,
  )
  /** Id of the newest message when the server had nothing newer. In some narrows, no event announces new messages. */
  const last = useSignal<number | null>(null)
  const isWhole = drawn.at(-1) === ids.at(-1) && (view.reachesNewest.value || last.value === ids.at(-1))

  /** Draws the messages around the target of a pending jump. */
  function settle(): void {
    const to = target.current
    if (to === null || ids.length === 0) return
    const { id, part, window } = scrollTargetOf(to, ids, { part: firstPart.current, isUnread })
    target.current = null
    firstPart.current = undefined
    if (to === 'newest') last.value = ids.at(-1)!
    if (to === 'first_unread') firstUnread.value = id === Infinity ? null : id
    shown.value = window
    isAtEnd.value = id === Infinity
    toShow.current = { id, part }
  }

  /** Scrolls to the target, once it is drawn. */
  function show(): void {
    const { id, part } = toShow.current ?? {}
    const box = feed.current!
    if (id === undefined || part === undefined || (id !== Infinity && !drawn.includes(id))) return
    // Otherwise the browser would then also make up for rows drawn in the same frame, such as the unread line.
    box.style.overflowAnchor = 'none'
    requestAnimationFrame(() => (box.style.overflowAnchor = ''))
    if (id === Infinity) box.scrollTop = 0
    else {
      const { top, height } = box.getBoundingClientRect()
      const target = elementOf(box, id)
      // The message is missing while it is being deleted.
      const below = (): number => (target === null ? 0 : target.getBoundingClientRect().top - top - height * part)
      box.scrollTop += below()
      // Draw more if the list cannot scroll that far, or is at its very end, where new messages would move the visible ones.
      if ((below() > 1 || box.scrollTop > -1) && grow('newer')) return
      if (below() < -1 && grow('older')) return
    }
    toShow.current = null
    isPlaced.current = false
  }

  /** Draws more messages at an edge. False if there are no more. */
  function grow(edge: 'older' | 'newer'): boolean {
    const next = grown(ids, shown.peek(), edge)
    const isMore = next !== shown.peek()
    if (isMore) shown.value = next
    return isMore
  }

  /** Draws more at an edge that is within `near` pixels. Loads more where few messages are held beyond the drawn ones. */
  function extend(near: number): void {
    const { scrollTop, scrollHeight, clientHeight } = feed.current!
    if (target.current !== null || toShow.current !== null || ids.length === 0) return
    if (scrollHeight - clientHeight + scrollTop <= near) grow('older')
    if (-scrollTop <= near && drawn.at(-1) !== ids.at(-1)) grow('newer')
    if (view.isLoading.peek() || view.failure.peek() !== null) return
    if (!view.reachesOldest.peek() && ids.indexOf(drawn[0]!) < ahead) void view.load('older')
    else if (
      !view.reachesNewest.peek() &&
      last.peek() !== ids.at(-1) &&
      ids.length - ids.indexOf(drawn.at(-1)!) < ahead
    )
      void loadNewer()
  }

  async function loadNewer(): Promise<void> {
    const newest = view.ids.peek().at(-1)
    await view.load('newer')
    if (view.failure.peek() === null && view.ids.peek().at(-1) === newest) last.value = newest ?? null
  }

  /** Remembers the first visible message and its position, for browsers without scroll anchoring. */
  function remember(): void {
    const box = feed.current!
    if (hasAnchoring) return
    const { top } = box.getBoundingClientRect()
    const element = [...box.querySelectorAll('[data-id]')].find((one) => one.getBoundingClientRect().bottom > top)
    reading.current = element ? { element, top: element.getBoundingClientRect().top } : null
  }

  function onScroll(near = isPlaced.current ? close : 0): void {
    const isLow = drawn.at(-1) === ids.at(-1) && feed.current!.scrollTop > -atEnd
    isAtEnd.value = isWhole && isLow
    const { from, to } = shown.peek()
    if (isLow && to !== Infinity) shown.value = { from, to: Infinity }
    if (!isLow && to === Infinity && drawn.length > 0) shown.value = { from, to: drawn.at(-1)! + 1 }
    extend(near)
    remember()
  }

  useLayoutEffect(() => {
    settle()
    show()
    const { element, top } = reading.current ?? {}
    if (element?.isConnected === true && !isAtEnd.peek())
      feed.current!.scrollTop += element.getBoundingClientRect().top - top!
    if (target.current !== null || toShow.current !== null) return undefined
    onScroll(0)
    const draw = (): void => {
      isPlaced.current = true
      onScroll()
    }
    return afterPaint(draw, isPlaced.current ? 0 : rest)
  })

  // While the window has no focus, the unread line moves to where the user stopped reading.
  useEffect(() => {
    if (!document.hasFocus() && target.current === null) firstUnread.value = ids.find(isUnread) ?? firstUnread.peek()
  }, [ids])

  async function goTo(anchor: Anchor): Promise<void> {
    await view.goTo(anchor)
    target.current = anchor
    shown.value = { ...shown.peek() }
  }

  return {
    drawn,
    isWhole,
    isAtEnd,
    firstUnread,
    onScroll,
    goTo,
    async toNewest() {
      if (view.reachesNewest.peek()) {
        target.current = 'newest'
        shown.value = { ...shown.peek() }
      } else await goTo('newest')
    },
  }
}
