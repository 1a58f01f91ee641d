import { batch } from '@preact/signals-core'
import type { WireEvent } from '../api'
import type { Store } from '../store/store'
import { createKnownRanges, type Ask, type PageResult } from './known-ranges'
import type { KnownRanges, Narrow } from './narrows'
import type { Anchor, Page } from './page'
import type { Terms } from './terms'
import { createView, type OpenView, type View } from './view'

export interface ViewsOptions {
  readonly store: Store
  readonly ask: Ask
  /** An earlier `snapshot()`, if the store was restored as well. */
  readonly stored?: KnownRanges | undefined
}

export interface Views {
  readonly open: (terms: Terms, anchor?: Anchor) => View
  /** Takes in events that the store has just applied. */
  readonly apply: (...events: readonly WireEvent[]) => void
  /** To be called when the store has taken over a new registration. */
  readonly renew: () => void
  /** Repeats the requests that got no answer. */
  readonly retry: () => void
  /** Drops messages from the store, but not those that a view shows. */
  readonly release: (ids: Iterable<number>) => void
  /** Which parts of narrows the store holds, for storage. */
  readonly snapshot: () => KnownRanges
}

/** The open views of a store. They request pages of their narrows where something is missing. */
export function createViews({ store, ask, stored }: ViewsOptions): Views {
  const pages = new Map<string, Promise<PageResult>>()
  const ranges = createKnownRanges(store, ask, stored)
  const openViews = new Set<OpenView>()

  /** Requests a page. It may show that messages are gone or in other narrows, so all views are updated. */
  async function requestPage(narrow: Narrow, page: Page): Promise<PageResult> {
    const result = await ranges.fetchPage(narrow, page)
    for (const { update } of openViews) update(result.gone)
    settle()
    return result
  }

  /** Equal requests of several views are one. */
  function fetchPage(narrow: Narrow, page: Page): Promise<PageResult> {
    const key = narrow.key + JSON.stringify(page)
    const request = pages.get(key) ?? requestPage(narrow, page).finally(() => pages.delete(key))
    pages.set(key, request)
    return request
  }

  function settle(): void {
    for (const { view, settle: settleView } of openViews) if (!view.failure.peek()) void settleView()
  }

  return {
    open(terms, anchor = 'first_unread') {
      const opened = createView({ store, ranges, fetchPage, onClose: (closed) => openViews.delete(closed) }, terms)
      openViews.add(opened)
      void opened.view.goTo(anchor)
      return opened.view
    },
    apply(...events) {
      const lossCountBefore = ranges.lossCount()
      batch(() => {
        for (const event of events) {
          const ids = ranges.apply(event)
          if (ids?.length !== 0) for (const { update } of openViews) update(ids)
        }
      })
      if (ranges.lossCount() > lossCountBefore) settle()
    },
    renew() {
      for (const { endAt } of openViews) endAt(ranges.newest())
      ranges.markOutdated(() => true)
      ranges.raiseNewest()
      for (const { update } of openViews) update(null)
      settle()
    },
    retry() {
      for (const { retry } of openViews) void retry()
    },
    release(ids) {
      const onShow = new Set([...openViews].flatMap(({ view }) => view.ids.peek()))
      ranges.release([...ids].filter((id) => !onShow.has(id)))
    },
    snapshot: ranges.snapshot,
  }
}
