import { batch, computed, signal, untracked, type ReadonlySignal } from '@preact/signals-core'
import type { WireEvent } from '../api'
import type { Store } from '../store/store'
import { between, newerThan, olderThan, pageAt, screen, step, type Anchor, type Page } from './page'
import { ascending, type KnownRanges, type Narrow } from './narrows'
import { createKnownRanges, type Ask, type PageResult } from './known-ranges'
import { spanWith, withoutSpan, type Span } from './spans'
import { mayHold, mutesOf, type Terms } from './terms'

/** The messages of a narrow that are on show. They go on with the events. */
export interface View {
  /** Ascending, and without a gap once nothing is loading any more. */
  readonly ids: ReadonlySignal<readonly number[]>
  readonly reachesOldest: ReadonlySignal<boolean>
  /** Whether everything that is sent appears by itself. */
  readonly reachesNewest: ReadonlySignal<boolean>
  readonly isLoading: ReadonlySignal<boolean>
  /** Why something could not be loaded. What is known stays. */
  readonly failure: ReadonlySignal<Error | null>
  /** Adds messages at an edge, as many as that unless fewer are missing. */
  readonly load: (direction: 'older' | 'newer', count?: number) => Promise<void>
  readonly goTo: (anchor: Anchor) => Promise<void>
  /** Goes on with another narrow that has the same messages: their topic was renamed. They stay on show. */
  readonly follow: (terms: Terms) => void
  /** Asks anew for everything that is on show. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

/** A view, as those see it who tell it what happened. */
interface OpenView {
  readonly view: View
  /** Looks again at messages, or at all. */
  readonly look: (ids: readonly number[] | null) => void
  /** Says that what is on show ends at a message. */
  readonly end: (newest: number) => void
  /** Asks for what is missing. */
  readonly settle: () => Promise<void>
  readonly retry: () => Promise<void>
}

export interface ViewsOptions {
  readonly store: Store
  readonly ask: Ask
  /** What was known, if the store goes on with what was kept. */
  readonly kept?: KnownRanges | undefined
}

export interface Views {
  readonly open: (terms: Terms, anchor?: Anchor) => View
  /** Tells what the store has just applied. */
  readonly apply: (...events: readonly WireEvent[]) => void
  /** Says that the store took over a new registration. */
  readonly renew: () => void
  /** Tries again what the server did not answer. */
  readonly retry: () => void
  /** Drops messages from the store that no view shows. */
  readonly release: (ids: Iterable<number>) => void
  /** What is known, for keeping. */
  readonly plain: () => KnownRanges
}

/** Shows narrows of a store, and asks for pages of them where something is missing. */
export function createViews({ store, ask, kept }: ViewsOptions): Views {
  const pages = new Map<string, Promise<PageResult>>()
  const runs = createKnownRanges(store, ask, kept)
  const all = new Set<OpenView>()

  function open(terms: Terms, anchor: Anchor = 'first_unread'): View {
    let narrow = runs.open(terms)
    const ids = signal<readonly number[]>([])
    /** What is on show; it is empty at first. */
    const span = signal<Span>([1, 0])
    const loading = signal(0)
    const failure = signal<Error | null>(null)
    const running = new Map<string, Promise<void>>()
    let again: (() => Promise<void>) | null = null
    let turn = 0

    function show(now: Span): void {
      batch(() => {
        span.value = now
        ids.value = runs.ids(narrow, now)
      })
    }

    /** One request at a time for each purpose. */
    function attempt(name: string, job: () => Promise<void>): Promise<void> {
      const known = running.get(name)
      if (known) return known
      const made = (async () => {
        loading.value += 1
        try {
          await job()
          failure.value = again = null
        } catch (error) {
          const { name: kind } = (failure.value = error as Error)
          again = kind === 'Refusal' ? null : () => attempt(name, job)
        }
        running.delete(name)
        loading.value -= 1
      })()
      running.set(name, made)
      return made
    }

    /** Equal requests of several views are one. */
    function page(which: Page): Promise<PageResult> {
      const key = narrow.key + JSON.stringify(which)
      const made = pages.get(key) ?? fetched(narrow, which).finally(() => pages.delete(key))
      pages.set(key, made)
      return made
    }

    /** Shows what is known round a place; false if nothing is. */
    function showAround(at: number): boolean {
      const run = spanWith(runs.known(narrow), at) ?? spanWith(runs.known(narrow, 'old'), Math.min(at, runs.newest()))
      if (run === undefined) return false
      const found = runs.ids(narrow, run)
      const place = found.findIndex((id) => id >= at)
      const middle = place < 0 ? found.length : place
      const low = middle - 2 * screen
      const high = middle + 2 * screen
      show([low > 0 ? found[low]! : run[0], high < found.length ? found[high]! : run[1]])
      return true
    }

    /** The first unread message, as the server would find it; null if only the server can (narrow, first_unread). */
    function firstUnread(): number | null {
      const mutes = mutesOf(store)
      const { terms: now } = narrow
      const namesStream = now.some(({ operator }) => operator === 'stream')
      const known = runs.known(narrow)
      const unread = store.unread.inConversations.peek().flatMap((place) => {
        const mute = mutes(place)
        if (mute === 'topic' || (mute && !namesStream) || !mayHold(now, place, store.user_id)) return []
        return store.unread.ids(place)
      })
      for (const id of unread.toSorted(ascending)) {
        const message = store.messages.get(id)
        if (!spanWith(known, id)) return null
        if (message && narrow.matches(message)) return id
      }
      return Infinity
    }

    async function goTo(to: Anchor): Promise<void> {
      const mine = ++turn
      const at = to === 'newest' ? Infinity : to === 'first_unread' ? untracked(firstUnread) : to
      if (at === null || !showAround(at))
        await attempt(`to ${to}`, async () => {
          const { anchor, span: told } = await page(pageAt(to))
          if (mine === turn && !showAround(Math.min(anchor, told[1]))) show(told)
        })
      else await settle(at)
    }

    const missing = () => runs.known(narrow).reduce<Span[]>(withoutSpan, [span.peek()])

    async function fill(): Promise<void> {
      for (let gaps = missing(); gaps.length > 0; gaps = missing()) {
        const [low, high] = [gaps[0]![0], gaps.at(-1)![1]]
        const known = ids.peek().filter((id) => isIn([low, high], id))
        const { span: told } = await page(between(low, high, known.length + gaps.length))
        const [from, to] = span.peek()
        if (isIn([from, to + 1], low)) show([from, Math.max(to, told[1])])
      }
    }

    /** Asks for what is missing within what is on show, and for what a screen round a message lacks. */
    async function settle(at?: number): Promise<void> {
      if (span.peek()[0] > span.peek()[1]) return
      if (missing().length > 0) await attempt('fill', fill)
      if (at === undefined || failure.peek()) return
      const before = ids.peek().filter((id) => id < at).length
      if (before < screen) await load('older')
      if (ids.peek().length - before < screen) await load('newer')
    }

    async function load(direction: 'older' | 'newer', count = step): Promise<void> {
      const isOlder = direction === 'older'
      const [from, to] = span.peek()
      if (from > to || (isOlder ? from === 0 : to === Infinity)) return
      const run = spanWith(runs.known(narrow), isOlder ? from : to)
      const more = run ? runs.ids(narrow, isOlder ? [run[0], from - 1] : [to + 1, run[1]]) : []
      const hasAll = more.length <= count
      if (isOlder && run && run[0] < from) show([hasAll ? run[0] : more.at(-count)!, to])
      else if (!isOlder && run && run[1] > to) show([from, hasAll ? run[1] : more[count - 1]!])
      else
        await attempt(direction, async () => {
          const { span: told } = await page(isOlder ? olderThan(from, count) : newerThan(to, count))
          const [low, high] = span.peek()
          if (isIn([low, high], isOlder ? from : to)) show([Math.min(low, told[0]), Math.max(high, told[1])])
        })
    }

    function look(named: readonly number[] | null): void {
      const now = span.peek()
      if (named === null) {
        if (now[1] === Infinity && missing().at(-1)?.[1] === Infinity) end(runs.newest())
        else show(now)
        return
      }
      const list = ids.peek()
      const changed = named.filter((id) => {
        const message = store.messages.get(id)
        return (message !== undefined && isIn(now, id) && narrow.matches(message)) !== includes(list, id)
      })
      if (changed.length === 0) return
      const [only] = changed
      if (changed.length === 1 && !(only! <= list.at(-1)!)) {
        ids.value = [...list, only!]
        return
      }
      const added = changed.filter((id) => !includes(list, id))
      const gone = new Set(changed)
      ids.value = [...list.filter((id) => !gone.has(id)), ...added].toSorted(ascending)
    }

    const end = (newest: number) => show([span.peek()[0], Math.min(span.peek()[1], newest)])

    const view: View = {
      ids,
      reachesOldest: computed(() => span.value[0] === 0),
      reachesNewest: computed(() => span.value[1] === Infinity),
      isLoading: computed(() => loading.value > 0),
      failure,
      load,
      goTo,
      follow(to) {
        const newest = runs.newest()
        const [from, last] = span.peek()
        runs.close(narrow)
        narrow = runs.open(to)
        const isFollowed = runs.isFollowed(narrow)
        // From here on all are told.
        if (isFollowed) runs.learn(narrow, [newest + 1, Infinity])
        show([from, isFollowed ? last : Math.min(last, newest)])
        void settle()
      },
      refresh() {
        runs.age(({ history }) => history === narrow.history)
        end(runs.newest())
        return settle()
      },
      close() {
        if (all.delete(shown)) runs.close(narrow)
        turn += 1
      },
    }
    const shown: OpenView = { view, look, end, settle, retry: async () => again?.() }
    all.add(shown)
    void goTo(anchor)
    return view
  }

  /** A page of a narrow. It may say of messages that they are gone, or went elsewhere, which others show. */
  async function fetched(narrow: Narrow, which: Page): Promise<PageResult> {
    const told = await runs.page(narrow, which)
    for (const { look } of all) look(told.gone)
    settle()
    return told
  }

  function settle(): void {
    for (const { view, settle: settleOne } of all) if (!view.failure.peek()) void settleOne()
  }

  return {
    open,
    apply(...events) {
      const before = runs.losses()
      batch(() => {
        for (const event of events) {
          const named = runs.follow(event)
          if (named?.length !== 0) for (const { look } of all) look(named)
        }
      })
      if (runs.losses() > before) settle()
    },
    renew() {
      for (const { end } of all) end(runs.newest())
      runs.age(() => true)
      runs.hear()
      for (const { look } of all) look(null)
      settle()
    },
    retry() {
      for (const { retry } of all) void retry()
    },
    release(ids) {
      const onShow = new Set([...all].flatMap(({ view }) => view.ids.peek()))
      runs.release([...ids].filter((id) => !onShow.has(id)))
    },
    plain: runs.plain,
  }
}

const isIn = ([from, to]: Span, id: number): boolean => from <= id && id <= to

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
