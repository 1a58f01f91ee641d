import type { Store } from '../store/store'
import { matcher } from './match'
import { withoutSpan, withSpan, type Span } from './spans'
import { historyOf, narrowKey, termKeys, type Terms } from './terms'

/** Which parts of narrows the store holds whole, as plain data for storage. */
export interface KnownRanges {
  /** Id of the newest message that the client has heard of. */
  readonly newest: number
  /** Ids of `historical` messages that the user has flagged or reacted to: the server now finds them in every narrow. */
  readonly touched: readonly number[]
  /** In the order of opening, the latest last. */
  readonly narrows: readonly KnownNarrow[]
}

export interface KnownNarrow {
  readonly terms: Terms
  /** Within these spans the store holds every message of the narrow. */
  readonly knownSpans: readonly Span[]
  /** The same for spans in which something may have changed since, without an event. They are shown until a page replaces them. */
  readonly outdatedSpans: readonly Span[]
}

export interface Narrow {
  readonly terms: Terms
  readonly key: string
  readonly keys: readonly string[]
  /** Id of the stream that the narrow names, so that it includes messages from before the user joined; null for other narrows. */
  readonly history: number | null
  /** Ids from the server, for narrows that only the server can evaluate (such as a search); null for all others. */
  readonly serverMatches: Set<number> | null
  matches: NonNullable<ReturnType<typeof matcher>>
  knownSpans: readonly Span[]
  outdatedSpans: readonly Span[]
  /** Number of open views. */
  viewCount: number
}

/** The client remembers the known spans of this many narrows. */
const maxNarrows = 2000

/** Each narrow has at most this many known spans. Those with the oldest messages are dropped first. */
const maxSpans = 50

export const ascending = (a: number, b: number): number => a - b

export type Narrows = ReturnType<typeof createNarrows>

/** The narrows of a client, each with the spans within which the store holds all of its messages. `stored` is an earlier `snapshot()`. */
export function createNarrows(store: Store, stored?: KnownRanges) {
  const all = new Map<string, Narrow>()
  const touched = new Set(stored?.touched)
  const { max_message_id } = store.state
  const { subscribed } = store.streams
  let newest = 0
  let lossCount = 0

  /** The narrow with these terms. A new one replaces the narrow that was opened longest ago, if there are too many. */
  function get(terms: Terms): Narrow {
    const key = narrowKey(terms)
    const existing = all.get(key)
    if (existing) return existing
    const serverMatches = new Set<number>()
    const matches = matcher(terms, store, touched)
    const narrow: Narrow = {
      terms,
      key,
      keys: termKeys(terms),
      history: historyOf(terms),
      serverMatches: matches ? null : serverMatches,
      matches: matches ?? (({ id }) => serverMatches.has(id)),
      knownSpans: [],
      outdatedSpans: [],
      viewCount: 0,
    }
    for (const [oldest, { viewCount }] of all) {
      if (all.size < maxNarrows) break
      if (viewCount === 0) all.delete(oldest)
    }
    all.set(key, narrow)
    return narrow
  }

  /** Whether events report every change of the narrow. They do not for streams that the user is not in. */
  const isFollowed = ({ serverMatches, history }: Narrow): boolean =>
    !serverMatches && (history === null || subscribed.peek().has(history))

  /** Marks what is known of the affected narrows as outdated: events may not have reported every change. */
  function markOutdated(isAffected: (narrow: Narrow) => boolean): void {
    lossCount += 1
    for (const narrow of all.values()) {
      if (!isAffected(narrow)) continue
      for (const [from, to] of narrow.knownSpans)
        if (from <= newest)
          narrow.outdatedSpans = withSpan(narrow.outdatedSpans, [from, Math.min(to, newest)]).slice(-maxSpans)
      narrow.knownSpans = []
      // Mutes may have changed.
      narrow.matches = matcher(narrow.terms, store, touched) ?? narrow.matches
    }
  }

  /** Whether one narrow includes every message of another one. */
  const isWider = (wider: Narrow, narrow: Narrow): boolean =>
    wider === narrow ||
    (!wider.serverMatches &&
      !narrow.serverMatches &&
      wider.history === narrow.history &&
      wider.keys.every((key) => narrow.keys.includes(key)))

  /** Forgets the known spans from a narrow's first to its last message in streams that the user is not in. No event reports moves and deletions there. */
  function forgetUnreported(narrow: Narrow): void {
    const ownStreams = subscribed.peek()
    const span: [number, number] = [Infinity, 0]
    for (const message of store.messages.values()) {
      const { id, stream_id } = message
      if (stream_id === undefined || ownStreams.has(stream_id) || !narrow.matches(message)) continue
      span[0] = Math.min(span[0], id)
      span[1] = Math.max(span[1], id)
    }
    if (span[1] === 0) return
    lossCount += 1
    for (const one of all.values())
      if (isWider(one, narrow)) one.knownSpans = withoutSpan(one.knownSpans, span).slice(-maxSpans)
  }

  const raiseNewest = (id = max_message_id.peek()) => (newest = Math.max(newest, id))
  raiseNewest(stored?.newest)
  raiseNewest()
  for (const { terms, ...spans } of stored?.narrows ?? []) Object.assign(get(terms), spans)

  return {
    touched,
    get,
    isFollowed,
    markOutdated,
    /** Raises `newest()` to this id; without one, to the newest id in the state. */
    raiseNewest,
    /** Id of the newest message that the client has heard of. */
    newest: () => newest,
    /** Grows whenever a known span shrinks. */
    lossCount: () => lossCount,
    open(terms: Terms): Narrow {
      const narrow = get(terms)
      narrow.viewCount += 1
      all.delete(narrow.key)
      all.set(narrow.key, narrow)
      // No event has reported what happened in other streams since the narrow was last open.
      if (narrow.history === null) forgetUnreported(narrow)
      else if (!isFollowed(narrow)) markOutdated(({ history }) => history === narrow.history)
      return narrow
    },
    /** Drops a narrow that only the server can evaluate with its last view: no event would update it. */
    close(narrow: Narrow): void {
      narrow.viewCount -= 1
      if (narrow.serverMatches && narrow.viewCount === 0) all.delete(narrow.key)
    },
    /** The known (or outdated) spans of a narrow, from its own pages and from those of wider narrows. */
    spans(narrow: Narrow, which: 'knownSpans' | 'outdatedSpans' = 'knownSpans'): Span[] {
      let spans: Span[] = []
      for (const one of all.values())
        if (isWider(one, narrow)) for (const span of one[which]) spans = withSpan(spans, span)
      return spans
    },
    addKnown(narrow: Narrow, span: Span): void {
      narrow.knownSpans = withSpan(narrow.knownSpans, span).slice(-maxSpans)
    },
    /** Takes a message out of the known spans of the affected narrows: the client is not sure whether they have it. */
    removeKnown(id: number, isAffected: (narrow: Narrow) => boolean): void {
      lossCount += 1
      for (const narrow of all.values())
        if (isAffected(narrow)) narrow.knownSpans = withoutSpan(narrow.knownSpans, [id, id]).slice(-maxSpans)
    },
    /** Ids of the narrow's messages that the store holds within a span, ascending. */
    ids({ matches }: Narrow, [from, to]: Span): number[] {
      const ids: number[] = []
      for (const message of store.messages.values())
        if (message.id >= from && message.id <= to && matches(message)) ids.push(message.id)
      return ids.toSorted(ascending)
    },
    snapshot: (): KnownRanges => ({
      newest,
      touched: [...touched].filter((id) => store.messages.get(id)),
      narrows: [...all.values()].flatMap(({ serverMatches, terms, knownSpans, outdatedSpans }) =>
        serverMatches ? [] : [{ terms, knownSpans, outdatedSpans }],
      ),
    }),
  }
}
