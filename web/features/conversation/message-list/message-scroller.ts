import { signal } from '@preact/signals'
import type { Anchor, View } from '../../../../client'
import type { Geometry, ScrollBox } from './scroll-box'
import { scrollTargetOf } from './scroll-target'
import { everything, grow, within, type Window } from './window'

/** Pixels from an edge within which more messages are drawn. */
const nearPx = 1000

/** Pixels from the end within which the list counts as being at its end, and follows new messages. */
const atEndPx = 40

/** Milliseconds after a jump in which nothing more is drawn, so that the browser can paint. */
const restMs = 100

/** How many messages should be held beyond the drawn ones, so that the user does not wait for them. */
const heldAhead = 64

interface ScrollerOptions<B extends ScrollBox> {
  readonly view: Pick<View, 'ids' | 'isLoading' | 'failure' | 'reachesOldest' | 'reachesNewest' | 'load' | 'goTo'>
  /** Where the list opens. */
  readonly begin: Anchor
  /** Where it places that message, as a part of its height; undefined for the usual part. */
  readonly part: number | undefined
  readonly isUnread: (id: number) => boolean
  readonly geometry: Geometry<B>
}

/**
 * Decides which messages of a view are drawn, and scrolls the box in which they are (docs/message-list.md). Whoever draws calls
 * `measure` while rendering, `afterLayout` when that is in the DOM, and `onScroll` when the box scrolls.
 */
export class MessageScroller<B extends ScrollBox = HTMLElement> {
  /** Whether the list is at its end, and follows new messages. */
  readonly isAtEnd = signal(true)
  /** Id of the message below the unread line; null if there is no line. */
  readonly firstUnread = signal<number | null>(null)
  /** Ids of the messages that the last rendering has drawn. */
  drawn: readonly number[] = []
  /** Whether the newest message is drawn, and the server has no newer one. */
  isWhole = false

  readonly #options: ScrollerOptions<B>
  readonly #window = signal<Window>(everything)
  /** Id of the newest message when the server had nothing newer. In some narrows, no event announces new messages. */
  readonly #newest = signal<number | null>(null)
  /** All ids of the view at the last rendering. */
  #ids: readonly number[] = []
  #box!: B
  /** Where to jump once messages are held; null if no jump is pending. */
  #target: Anchor | null
  #part: number | undefined
  /** The message to scroll to once it is drawn, and where to place it. */
  #toShow: { readonly id: number; readonly part: number } | null = null
  /** Whether the browser has painted since the last jump. Before that, only what the screen needs is drawn. */
  #isPainted = true
  /** The first visible message and its distance from the top, for browsers without scroll anchoring. */
  #held: { readonly id: number; readonly top: number } | null = null

  constructor(options: ScrollerOptions<B>) {
    this.#options = options
    this.#target = options.begin
    this.#part = options.part
  }

  /** Finds out which messages are to be drawn. Reads signals, so that a change renders again. */
  measure(): readonly number[] {
    const { view } = this.#options
    const ids = (this.#ids = view.ids.value)
    // Read for its changes: when loading ends, more may have to be drawn.
    void view.isLoading.value
    const { value: settled } = this.#window
    this.drawn = within(ids, this.#target === null ? settled : this.#find(this.#target).window)
    this.isWhole = this.drawn.at(-1) === ids.at(-1) && (view.reachesNewest.value || this.#newest.value === ids.at(-1))
    return this.drawn
  }

  /** Scrolls to where a jump leads, and draws more at the edges. Returns a function that cancels what waits for the next paint. */
  afterLayout(box: B): (() => void) | undefined {
    const { geometry } = this.#options
    this.#box = box
    this.#settle()
    this.#show()
    const top = this.#held === null || this.isAtEnd.peek() ? null : geometry.topOf(box, this.#held.id)
    if (top !== null) box.scrollTop += top - this.#held!.top
    if (this.#target !== null || this.#toShow !== null) return undefined
    // A painted list grows once in a frame. The browser holds the messages in their place only when it paints, so until then the edge
    // seems to be as near as before, and the list would grow again and again in one task.
    // Where the browser holds them, nothing else has to be known before the paint. To look at the box now would lay out the whole page,
    // and once more for what is rendered after the list.
    if (!this.#isPainted) this.#onScroll(0)
    else if (this.#held !== null) this.#onScroll(-Infinity)
    const draw = (): void => {
      this.#isPainted = true
      this.onScroll()
    }
    return geometry.afterPaint(draw, this.#isPainted ? 0 : restMs)
  }

  onScroll(): void {
    this.#onScroll(this.#isPainted ? nearPx : 0)
  }

  /** Moves the unread line to the first unread message. Call it when messages come while the window has no focus. */
  moveUnreadLine(): void {
    if (this.#target === null)
      this.firstUnread.value = this.#ids.find(this.#options.isUnread) ?? this.firstUnread.peek()
  }

  async goTo(anchor: Anchor): Promise<void> {
    await this.#options.view.goTo(anchor)
    this.#jump(anchor)
  }

  async toNewest(): Promise<void> {
    if (this.#options.view.reachesNewest.peek()) this.#jump('newest')
    else await this.goTo('newest')
  }

  #jump(target: Anchor): void {
    this.#target = target
    // A new object, so that it renders.
    this.#window.value = { ...this.#window.peek() }
  }

  #find(target: Anchor) {
    return scrollTargetOf(target, this.#ids, { part: this.#part, isUnread: this.#options.isUnread })
  }

  /** Draws the messages around the target of a pending jump. */
  #settle(): void {
    const to = this.#target
    if (to === null || this.#ids.length === 0) return
    const { id, part, window } = this.#find(to)
    this.#target = null
    this.#part = undefined
    if (to === 'newest') this.#newest.value = this.#ids.at(-1)!
    if (to === 'first_unread') this.firstUnread.value = id === Infinity ? null : id
    this.#window.value = window
    this.isAtEnd.value = id === Infinity
    this.#toShow = { id, part }
  }

  /** Scrolls to the target, once it is drawn. */
  #show(): void {
    if (this.#toShow === null) return
    const [box, { geometry }] = [this.#box, this.#options]
    const { id, part } = this.#toShow
    if (id !== Infinity && !this.drawn.includes(id)) return
    // Otherwise the browser would then also make up for rows drawn in the same frame, such as the unread line.
    geometry.pauseAnchoring(box)
    if (id === Infinity) box.scrollTop = 0
    else {
      // The message is missing while it is being deleted.
      const place = box.clientHeight * part
      const below = (): number => (geometry.topOf(box, id) ?? place) - place
      box.scrollTop += below()
      // Draw more if the list cannot scroll that far, or is at its very end, where new messages would move the visible ones.
      if ((below() > 1 || box.scrollTop > -1) && this.#grow('newer')) return
      if (below() < -1 && this.#grow('older')) return
    }
    this.#toShow = null
    this.#isPainted = false
  }

  /** Draws more messages at an edge. False if there are no more. */
  #grow(edge: 'older' | 'newer'): boolean {
    const next = grow(this.#ids, this.#window.peek(), edge)
    const isMore = next !== this.#window.peek()
    if (isMore) this.#window.value = next
    return isMore
  }

  #onScroll(near: number): void {
    const isLow = this.drawn.at(-1) === this.#ids.at(-1) && this.#box.scrollTop > -atEndPx
    this.isAtEnd.value = this.isWhole && isLow
    const { from, to } = this.#window.peek()
    if (isLow && to !== Infinity) this.#window.value = { from, to: Infinity }
    if (!isLow && to === Infinity && this.drawn.length > 0) this.#window.value = { from, to: this.drawn.at(-1)! + 1 }
    this.#extend(near)
    this.#held = this.#options.geometry.firstVisible(this.#box)
  }

  /** Draws more at an edge that is within `near` pixels. Loads more where few messages are held beyond the drawn ones. */
  #extend(near: number): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    const [ids, { view }] = [this.#ids, this.#options]
    if (this.#target !== null || this.#toShow !== null || ids.length === 0) return
    if (scrollHeight - clientHeight + scrollTop <= near) this.#grow('older')
    if (-scrollTop <= near && this.drawn.at(-1) !== ids.at(-1)) this.#grow('newer')
    if (view.isLoading.peek() || view.failure.peek() !== null) return
    if (!view.reachesOldest.peek() && ids.indexOf(this.drawn[0]!) < heldAhead) void view.load('older')
    else if (
      !view.reachesNewest.peek() &&
      this.#newest.peek() !== ids.at(-1) &&
      ids.length - ids.indexOf(this.drawn.at(-1)!) < heldAhead
    )
      void this.#loadNewer()
  }

  async #loadNewer(): Promise<void> {
    const { view } = this.#options
    const newest = view.ids.peek().at(-1)
    await view.load('newer')
    if (view.failure.peek() === null && view.ids.peek().at(-1) === newest) this.#newest.value = newest ?? null
  }
}
