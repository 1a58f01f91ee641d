import type { RefObject } from 'preact'
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Anchor, View } from '../../../../client'
import { elementOf } from './dom'
import { afterPaint } from '../../../lib/after-paint'
import { scrollTargetOf } from './scroll-target'
import { everything, grown, within, type Window } from './window'

/** Pixels from an edge within which more is drawn, and from the end within which what comes is followed. */
const close = 500
const atEnd = 40

/** Milliseconds after something else was shown in which the browser is left to it. */
const rest = 50

/** Messages that are there beyond those that are drawn, so that nobody waits for them. */
const ahead = 64

/** Other browsers move what is read when something changes below it. */
const hasAnchoring = CSS.supports('overflow-anchor', 'auto')

interface ReachOptions {
  readonly view: View
  readonly feed: RefObject<HTMLElement | null>
  /** Where to begin. */
  readonly begin: Anchor
  /** At which part of the height, unless it is the usual one. */
  readonly part: number | undefined
  readonly isUnread: (id: number) => boolean
}

/** Which messages are drawn, and what is seen of them. */
export interface ScrollWindow {
  readonly drawn: readonly number[]
  /** Whether nothing newer is missing. */
  readonly isWhole: boolean
  /** Whether the end is in sight, and stays so. */
  readonly isAtEnd: ReadonlySignal<boolean>
  /** The first message that was unread when somebody came. */
  readonly firstUnread: Signal<number | null>
  readonly onScroll: () => void
  readonly toNewest: () => Promise<void>
  readonly goTo: (id: number) => Promise<void>
}

export function useScrollWindow({ view, feed, begin, part, isUnread }: ReachOptions): ScrollWindow {
  /** Where to go as soon as there is something to see. */
  const target = useRef<Anchor | null>(begin)
  const firstPart = useRef(part)
  const shown = useSignal<Window>(everything)
  const firstUnread = useSignal<number | null>(null)
  const isAtEnd = useSignal(true)
  /** Whether the page has been shown since: more is drawn only then. */
  const isPlaced = useRef(true)
  const toShow = useRef<{ id: number; part: number } | null>(null)
  const reading = useRef<{ element: Element; top: number } | null>(null)
  const ids = view.ids.value
  // More may be needed when something has come.
  void view.isLoading.value
  const { value: settled } = shown
  const drawn = within(
    ids,
    target.current === null
      ? settled
      : scrollTargetOf(target.current, ids, { part: firstPart.current, isUnread }).window,
  )
  /** The newest message where the server had nothing newer: of some narrows nobody tells what comes. */
  const last = useSignal<number | null>(null)
  const isWhole = drawn.at(-1) === ids.at(-1) && (view.reachesNewest.value || last.value === ids.at(-1))

  /** Draws what is round the place to go to. */
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

  /** Brings the place into sight, once it is drawn. */
  function show(): void {
    const { id, part } = toShow.current ?? {}
    const box = feed.current!
    if (id === undefined || part === undefined || (id !== Infinity && !drawn.includes(id))) return
    // What was drawn in the same frame would be made up for after this: the line of what is unread, for one.
    box.style.overflowAnchor = 'none'
    requestAnimationFrame(() => (box.style.overflowAnchor = ''))
    if (id === Infinity) box.scrollTop = 0
    else {
      const { top, height } = box.getBoundingClientRect()
      const target = elementOf(box, id)
      // It is being deleted.
      const below = (): number => (target === null ? 0 : target.getBoundingClientRect().top - top - height * part)
      box.scrollTop += below()
      // Too little is drawn to scroll that far; and what comes below the very end moves what is read.
      if ((below() > 1 || box.scrollTop > -1) && grow('newer')) return
      if (below() < -1 && grow('older')) return
    }
    toShow.current = null
    isPlaced.current = false
  }

  /** Draws more at an edge; false if there is no more. */
  function grow(edge: 'older' | 'newer'): boolean {
    const next = grown(ids, shown.peek(), edge)
    const isMore = next !== shown.peek()
    if (isMore) shown.value = next
    return isMore
  }

  /** Draws more where an edge is as near as these pixels, and asks for more where there is none. */
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

  /** Remembers what is being read, and where it stands. */
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

  // The line shows where whoever looks away stopped.
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
