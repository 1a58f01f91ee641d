import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MessageScroller } from '../../web/features/conversation/message-list/message-scroller.ts'
import type { Geometry, ScrollBox } from '../../web/features/conversation/message-list/scroll-box.ts'
import type { Anchor } from '../../client/index.ts'

/** Heights in pixels: of the box, and of each message. */
const [boxHeight, rowHeight] = [400, 50]

beforeEach(() => void vi.stubGlobal('innerHeight', boxHeight))
afterEach(() => void vi.unstubAllGlobals())

const numbersFrom = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

interface Opening {
  readonly begin?: Anchor
  /** The first unread message. */
  readonly unread?: number
}

/** A view that holds some messages, and a box that lays them out as the browser does, without scroll anchoring. */
function listOf(ids: readonly number[], { begin = 'newest', unread = Infinity }: Opening = {}) {
  const loads: string[] = []
  const view = {
    ids: signal(ids),
    isLoading: signal(false),
    failure: signal(null),
    reachesOldest: signal(true),
    reachesNewest: signal(true),
    load: async (side: 'older' | 'newer') => void loads.push(side),
    goTo: async () => undefined,
  }
  const paints: (() => void)[] = []
  let scrolled = 0
  const box: ScrollBox = {
    clientHeight: boxHeight,
    get scrollHeight() {
      return Math.max(boxHeight, scroller.drawn.length * rowHeight)
    },
    get scrollTop() {
      return scrolled
    },
    set scrollTop(pixels) {
      scrolled = Math.min(0, Math.max(pixels, boxHeight - box.scrollHeight))
    },
  }
  const topOf = (id: number): number | null => {
    const index = scroller.drawn.indexOf(id)
    return index < 0 ? null : boxHeight - scrolled - (scroller.drawn.length - index) * rowHeight
  }
  const geometry: Geometry<ScrollBox> = {
    topOf: (_, id) => topOf(id),
    firstVisible() {
      const id = scroller.drawn.find((one) => topOf(one)! + rowHeight > 0)
      return id === undefined ? null : { id, top: topOf(id)! }
    },
    pauseAnchoring: () => undefined,
    afterPaint(act) {
      paints.push(act)
      return () => void (paints.includes(act) && paints.splice(paints.indexOf(act), 1))
    },
  }
  const scroller = new MessageScroller({ view, begin, part: undefined, isUnread: (id) => id >= unread, geometry })

  let cancel: (() => void) | undefined
  /** Renders until nothing changes, as Preact does. */
  function render(): void {
    let before: readonly number[]
    do {
      before = scroller.measure()
      cancel?.()
      cancel = scroller.afterLayout(box)
    } while (scroller.measure().join() !== before.join())
  }
  /** The browser paints: what waited for it is done. */
  function paint(): void {
    for (const act of paints.splice(0)) act()
    render()
  }
  function scrollTo(pixels: number): void {
    box.scrollTop = pixels
    scroller.onScroll()
    render()
  }
  return { scroller, view, box, topOf, render, paint, scrollTo, loads }
}

test('opens at the end if nothing is unread, and follows new messages', () => {
  const { scroller, view, topOf, render, paint } = listOf(numbersFrom(1, 100), { begin: 'first_unread' })
  render()
  paint()
  expect(scroller.isAtEnd.peek()).toBe(true)
  expect(topOf(100)).toBe(boxHeight - rowHeight)
  view.ids.value = numbersFrom(1, 103)
  render()
  expect(topOf(103)).toBe(boxHeight - rowHeight)
  expect(scroller.isWhole).toBe(true)
})

test('opens at the first unread message, a quarter from the top, below the unread line', () => {
  const { scroller, topOf, render } = listOf(numbersFrom(1, 200), { begin: 'first_unread', unread: 80 })
  render()
  expect(topOf(80)).toBe(boxHeight / 4)
  expect(scroller.firstUnread.peek()).toBe(80)
  expect(scroller.isAtEnd.peek()).toBe(false)
})

test('draws only what the screen needs until the browser has painted, and never more than 120 messages', () => {
  const { scroller, render, paint, scrollTo, box } = listOf(numbersFrom(1, 500), { begin: 'first_unread', unread: 250 })
  render()
  expect(scroller.drawn.length).toBeLessThan(30)
  for (let frame = 0; frame < 10; frame += 1) paint()
  expect(scroller.drawn.length).toBeGreaterThan(30)
  for (let turn = 0; turn < 60; turn += 1) scrollTo(boxHeight - box.scrollHeight)
  expect(scroller.drawn[0]).toBe(1)
  expect(scroller.drawn.length).toBeLessThanOrEqual(120)
})

test('draws a few messages in each frame, however far somebody scrolls', () => {
  const { scroller, render, paint, scrollTo, box } = listOf(numbersFrom(1, 500), { begin: 'newest' })
  render()
  for (let frame = 0; frame < 20; frame += 1) paint()
  const count = (): number => scroller.drawn.length
  let before = count()
  scrollTo(boxHeight - box.scrollHeight)
  expect(count() - before).toBeGreaterThan(0)
  expect(count() - before).toBeLessThanOrEqual(8)
  before = count()
  paint()
  expect(count() - before).toBeGreaterThan(0)
  expect(count() - before).toBeLessThanOrEqual(8)
})

test('what is being read keeps its place while messages come below it', () => {
  const { scroller, view, topOf, render, paint, scrollTo } = listOf(numbersFrom(1, 100))
  render()
  paint()
  scrollTo(-600)
  const [first] = scroller.drawn.filter((id) => topOf(id)! >= 0)
  const before = topOf(first!)
  view.ids.value = numbersFrom(1, 110)
  render()
  expect(topOf(first!)).toBe(before)
  expect(scroller.isAtEnd.peek()).toBe(false)
})

test('what is being read keeps its place while more is drawn above and below it', () => {
  const { scroller, topOf, render, paint } = listOf(numbersFrom(1, 300), { begin: 150 })
  render()
  const before = topOf(150)
  expect(before).toBe(boxHeight * 0.4)
  const count = scroller.drawn.length
  paint()
  expect(scroller.drawn.length).toBeGreaterThan(count)
  expect(topOf(150)).toBe(before)
})

test('a jump waits until messages are held', () => {
  const { scroller, view, topOf, render } = listOf([], { begin: 40 })
  render()
  expect(scroller.drawn).toEqual([])
  view.ids.value = numbersFrom(1, 90)
  render()
  expect(topOf(40)).toBe(boxHeight * 0.4)
})

test('goes to the newest message from anywhere', async () => {
  const { scroller, topOf, render, paint } = listOf(numbersFrom(1, 300), { begin: 20 })
  render()
  paint()
  await scroller.toNewest()
  render()
  expect(topOf(300)).toBe(boxHeight - rowHeight)
  expect(scroller.isAtEnd.peek()).toBe(true)
})

test('loads older messages where few are held beyond the drawn ones, and none after a failure', () => {
  const { view, render, paint, loads } = listOf(numbersFrom(1, 40))
  view.reachesOldest.value = false
  render()
  paint()
  expect(new Set(loads)).toEqual(new Set(['older']))

  const failed = listOf(numbersFrom(1, 40))
  failed.view.reachesOldest.value = false
  Object.assign(failed.view, { failure: signal({ reason: 'offline' }) })
  failed.render()
  failed.paint()
  expect(failed.loads).toEqual([])
})
