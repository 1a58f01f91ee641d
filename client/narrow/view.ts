import { batch, computed, signal, untracked, type ReadonlySignal } from '@preact/signals-core'
import type { Store } from '../store/store'
import {
  between,
  messagesPerScreen,
  messagesPerStep,
  newerThan,
  olderThan,
  pageAt,
  type Anchor,
  type Page,
} from './page'
import { ascending, type Narrow } from './narrows'
import type { createKnownRanges, PageResult } from './known-ranges'
import { spanWith, withoutSpan, type Span } from './spans'
import { mayHold, mutesOf, type Terms } from './terms'

/** The messages of a narrow that are on show. Events keep them up to date. */
export interface View {
  /** Ids of the messages, ascending. There is no gap among them unless `isLoading`. */
  readonly ids: ReadonlySignal<readonly number[]>
  readonly reachesOldest: ReadonlySignal<boolean>
  /** Whether new messages appear by themselves. */
  readonly reachesNewest: ReadonlySignal<boolean>
  readonly isLoading: ReadonlySignal<boolean>
  /** Why something could not be loaded. The messages on show stay. */
  readonly failure: ReadonlySignal<Error | null>
  /** Adds up to `count` messages at one end. It adds fewer if the narrow has no more. */
  readonly load: (direction: 'older' | 'newer', count?: number) => Promise<void>
  readonly goTo: (anchor: Anchor) => Promise<void>
  /** Changes to another narrow with the same messages, after their topic was renamed. The messages stay on show. */
  readonly follow: (terms: Terms) => void
  /** Requests everything on show again. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

/** A view with the methods by which `createViews` keeps it up to date. */
export interface OpenView {
  readonly view: View
  /** Shows what the store now has of these messages; of all messages for null. */
  readonly update: (ids: readonly number[] | null) => void
  /** Ends what is on show at a message: later ones may be missing. */
  readonly endAt: (newest: number) => void
  /** Requests the messages that are missing in the shown span. */
  readonly settle: () => Promise<void>
  /** Repeats the request that failed, if one did. */
  readonly retry: () => Promise<void>
}

export interface ViewContext {
  readonly store: Store
  readonly ranges: ReturnType<typeof createKnownRanges>
  /** Requests a page, and updates all views with it. */
  readonly fetchPage: (narrow: Narrow, page: Page) => Promise<PageResult>
  readonly onClose: (closed: OpenView) => void
}

/** Opens a view. The caller then calls `goTo`, which loads the first messages. */
export function createView({ store, ranges, fetchPage, onClose }: ViewContext, terms: Terms): OpenView {
  let narrow = ranges.open(terms)
  const ids = signal<readonly number[]>([])
  /** The ids that are on show if they exist; an empty span at first. */
  const shownSpan = signal<Span>([1, 0])
  const loadingCount = signal(0)
  const failure = signal<Error | null>(null)
  const requests = new Map<string, Promise<void>>()
  let retryRequest: (() => Promise<void>) | null = null
  /** Number of calls of `goTo`. A page that comes after a later call is not shown. */
  let jumpCount = 0
  let isClosed = false

  /** `shownIds` are those of the span, if the caller has found them already: to find them takes looking at every held message. */
  function show(span: Span, shownIds = ranges.ids(narrow, span)): void {
    batch(() => {
      shownSpan.value = span
      ids.value = shownIds
    })
  }

  /** Runs one request at a time for each purpose. A failure is kept for `retry`. */
  function request(purpose: string, job: () => Promise<void>): Promise<void> {
    const running = requests.get(purpose)
    if (running) return running
    const started = (async () => {
      loadingCount.value += 1
      try {
        await job()
        failure.value = retryRequest = null
      } catch (error) {
        const { name } = (failure.value = error as Error)
        retryRequest = name === 'Refusal' ? null : () => request(purpose, job)
      }
      requests.delete(purpose)
      loadingCount.value -= 1
    })()
    requests.set(purpose, started)
    return started
  }

  /** Shows the messages around an id, without a request; false if the client knows of none there. */
  function showAround(anchor: number): boolean {
    const span =
      spanWith(ranges.spans(narrow), anchor) ??
      spanWith(ranges.spans(narrow, 'outdatedSpans'), Math.min(anchor, ranges.newest()))
    if (span === undefined) return false
    const heldIds = ranges.ids(narrow, span)
    const place = heldIds.findIndex((id) => id >= anchor)
    const middle = place < 0 ? heldIds.length : place
    const first = Math.max(middle - 2 * messagesPerScreen, 0)
    const last = middle + 2 * messagesPerScreen
    show([first ? heldIds[first]! : span[0], heldIds[last] ?? span[1]], heldIds.slice(first, last + 1))
    return true
  }

  /** The first unread message, as the server would find it; null if only the server can (narrow, first_unread). */
  function firstUnread(): number | null {
    const mutes = mutesOf(store)
    const namesStream = narrow.terms.some(({ operator }) => operator === 'stream')
    const knownSpans = ranges.spans(narrow)
    const unread = store.unread.inConversations.peek().flatMap((conversation) => {
      const mute = mutes(conversation)
      if (mute === 'topic' || (mute && !namesStream) || !mayHold(narrow.terms, conversation, store.user_id)) return []
      return store.unread.ids(conversation)
    })
    for (const id of unread.toSorted(ascending)) {
      const message = store.messages.get(id)
      if (!spanWith(knownSpans, id)) return null
      if (message && narrow.matches(message)) return id
    }
    return Infinity
  }

  async function goTo(anchor: Anchor): Promise<void> {
    const jump = ++jumpCount
    const at = anchor === 'newest' ? Infinity : anchor === 'first_unread' ? untracked(firstUnread) : anchor
    if (at === null || !showAround(at))
      await request(`to ${anchor}`, async () => {
        const page = await fetchPage(narrow, pageAt(anchor))
        if (jump === jumpCount && !showAround(Math.min(page.anchor, page.span[1]))) show(page.span)
      })
    else await settle(at)
  }

  /** The spans on show in which the store may lack messages. */
  const gaps = () => ranges.spans(narrow).reduce<Span[]>(withoutSpan, [shownSpan.peek()])

  async function fillGaps(): Promise<void> {
    for (let open = gaps(); open.length > 0; open = gaps()) {
      const [low, high] = [open[0]![0], open.at(-1)![1]]
      const knownCount = ids.peek().filter((id) => isWithin([low, high], id)).length
      const { span } = await fetchPage(narrow, between(low, high, knownCount + open.length))
      const [from, to] = shownSpan.peek()
      if (isWithin([from, to + 1], low)) show([from, Math.max(to, span[1])])
    }
  }

  /** Requests the messages that are missing in the shown span. With an `anchor`, requests as many as fill a screen around it. */
  async function settle(anchor?: number): Promise<void> {
    if (shownSpan.peek()[0] > shownSpan.peek()[1]) return
    if (gaps().length > 0) await request('fill gaps', fillGaps)
    if (anchor === undefined || failure.peek()) return
    const countBefore = ids.peek().filter((id) => id < anchor).length
    if (countBefore < messagesPerScreen) await load('older')
    if (ids.peek().length - countBefore < messagesPerScreen) await load('newer')
  }

  async function load(direction: 'older' | 'newer', count = messagesPerStep): Promise<void> {
    const isOlder = direction === 'older'
    const [from, to] = shownSpan.peek()
    if (from > to || (isOlder ? from === 0 : to === Infinity)) return
    const knownSpan = spanWith(ranges.spans(narrow), isOlder ? from : to)
    const more = knownSpan ? ranges.ids(narrow, isOlder ? [knownSpan[0], from - 1] : [to + 1, knownSpan[1]]) : []
    const isAll = more.length <= count
    if (isOlder && knownSpan && knownSpan[0] < from) show([isAll ? knownSpan[0] : more.at(-count)!, to])
    else if (!isOlder && knownSpan && knownSpan[1] > to) show([from, isAll ? knownSpan[1] : more[count - 1]!])
    else
      await request(direction, async () => {
        const { span } = await fetchPage(narrow, isOlder ? olderThan(from, count) : newerThan(to, count))
        const [low, high] = shownSpan.peek()
        if (isWithin([low, high], isOlder ? from : to)) show([Math.min(low, span[0]), Math.max(high, span[1])])
      })
  }

  function update(changedIds: readonly number[] | null): void {
    const span = shownSpan.peek()
    if (changedIds === null) {
      if (span[1] === Infinity && gaps().at(-1)?.[1] === Infinity) endAt(ranges.newest())
      else show(span)
      return
    }
    const list = ids.peek()
    const changed = changedIds.filter((id) => {
      const message = store.messages.get(id)
      return (message !== undefined && isWithin(span, id) && narrow.matches(message)) !== includes(list, id)
    })
    if (changed.length === 0) return
    const [only] = changed
    if (changed.length === 1 && !(only! <= list.at(-1)!)) {
      ids.value = [...list, only!]
      return
    }
    const added = changed.filter((id) => !includes(list, id))
    const changedSet = new Set(changed)
    ids.value = [...list.filter((id) => !changedSet.has(id)), ...added].toSorted(ascending)
  }

  const endAt = (newest: number) => show([shownSpan.peek()[0], Math.min(shownSpan.peek()[1], newest)])

  const view: View = {
    ids,
    reachesOldest: computed(() => shownSpan.value[0] === 0),
    reachesNewest: computed(() => shownSpan.value[1] === Infinity),
    isLoading: computed(() => loadingCount.value > 0),
    failure,
    load,
    goTo,
    follow(newTerms) {
      const newest = ranges.newest()
      const [from, to] = shownSpan.peek()
      ranges.close(narrow)
      narrow = ranges.open(newTerms)
      const isFollowed = ranges.isFollowed(narrow)
      // From this message on, events report everything.
      if (isFollowed) ranges.addKnown(narrow, [newest + 1, Infinity])
      show([from, isFollowed ? to : Math.min(to, newest)])
      void settle()
    },
    refresh() {
      ranges.markOutdated(({ history }) => history === narrow.history)
      endAt(ranges.newest())
      return settle()
    },
    close() {
      if (isClosed) return
      isClosed = true
      ranges.close(narrow)
      jumpCount += 1
      onClose(opened)
    },
  }
  const opened: OpenView = { view, update, endAt, settle, retry: async () => retryRequest?.() }
  return opened
}

const isWithin = ([from, to]: Span, id: number): boolean => from <= id && id <= to

/** Whether an ascending list has an id. */
function includes(list: readonly number[], id: number): boolean {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]! < id) low = middle + 1
    else high = middle
  }
  return list[low] === id
}
