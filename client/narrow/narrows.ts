import type { Store } from '../store/store'
import { matcher } from './match'
import { withoutSpan, withSpan, type Span } from './spans'
import { historyOf, narrowKey, termKeys, type Terms } from './terms'

/** What is known of narrows, for keeping. It can be cloned. */
export interface KnownRanges {
  /** The newest message that was heard of. */
  readonly newest: number
  /** Messages that are held though they are `historical`. */
  readonly touched: readonly number[]
  /** The one that was opened last comes last. */
  readonly narrows: readonly KnownNarrow[]
}

export interface KnownNarrow {
  readonly terms: Terms
  /** All messages with these ids that the narrow finds are in the store. */
  readonly runs: readonly Span[]
  /** So it was, before something happened that nobody told. */
  readonly old: readonly Span[]
}

export interface Narrow {
  readonly terms: Terms
  readonly key: string
  readonly keys: readonly string[]
  /** The stream of which it finds all messages. */
  readonly history: number | null
  /** Where only the server can tell what matches: what it said. */
  readonly found: Set<number> | null
  matches: NonNullable<ReturnType<typeof matcher>>
  runs: readonly Span[]
  old: readonly Span[]
  /** How many views are open. */
  views: number
}

/** Most narrows of which it is known what the store has of them. */
const maxNarrows = 2000

/** Most runs of one narrow. The oldest ones are forgotten. */
const maxRuns = 50

export const ascending = (left: number, right: number): number => left - right

export type Narrows = ReturnType<typeof createNarrows>

/** Narrows, and from where to where the store has all their messages. */
export function createNarrows(store: Store, kept?: KnownRanges) {
  const all = new Map<string, Narrow>()
  const touched = new Set(kept?.touched)
  const { max_message_id } = store.state
  const { subscribed } = store.streams
  const known = { newest: 0, losses: 0 }

  /** The narrow, and forgets another one if there are too many. */
  function of(terms: Terms): Narrow {
    const key = narrowKey(terms)
    const same = all.get(key)
    if (same) return same
    const found = new Set<number>()
    const local = matcher(terms, store, touched)
    const narrow: Narrow = {
      terms,
      key,
      keys: termKeys(terms),
      history: historyOf(terms),
      found: local ? null : found,
      matches: local ?? (({ id }) => found.has(id)),
      runs: [],
      old: [],
      views: 0,
    }
    for (const [oldest, { views }] of all) {
      if (all.size < maxNarrows) break
      if (views === 0) all.delete(oldest)
    }
    all.set(key, narrow)
    return narrow
  }

  const isFollowed = ({ found, history }: Narrow): boolean =>
    !found && (history === null || subscribed.peek().has(history))

  /** Says that narrows are not told of everything that happens, or were not. */
  function age(isConcerned: (narrow: Narrow) => boolean): void {
    known.losses += 1
    for (const narrow of all.values()) {
      if (!isConcerned(narrow)) continue
      for (const [from, to] of narrow.runs)
        if (from <= known.newest) narrow.old = withSpan(narrow.old, [from, Math.min(to, known.newest)]).slice(-maxRuns)
      narrow.runs = []
      // Mutes may have changed.
      narrow.matches = matcher(narrow.terms, store, touched) ?? narrow.matches
    }
  }

  /** Whether one narrow has all messages of another one, if both find what is held. */
  const isWider = (one: Narrow, narrow: Narrow): boolean =>
    one === narrow ||
    (!one.found &&
      !narrow.found &&
      one.history === narrow.history &&
      one.keys.every((key) => narrow.keys.includes(key)))

  /** Says that messages of streams that the reader is not in may be gone or elsewhere: nobody is told of that. */
  function ageUntold(narrow: Narrow): void {
    const joined = subscribed.peek()
    const span: [number, number] = [Infinity, 0]
    for (const message of store.messages.values()) {
      const { id, stream_id } = message
      if (stream_id === undefined || joined.has(stream_id) || !narrow.matches(message)) continue
      span[0] = Math.min(span[0], id)
      span[1] = Math.max(span[1], id)
    }
    if (span[1] === 0) return
    known.losses += 1
    for (const one of all.values()) if (isWider(one, narrow)) one.runs = withoutSpan(one.runs, span).slice(-maxRuns)
  }

  const hear = (id = max_message_id.peek()) => (known.newest = Math.max(known.newest, id))
  hear(kept?.newest)
  hear()
  for (const { terms, ...spans } of kept?.narrows ?? []) Object.assign(of(terms), spans)

  return {
    touched,
    of,
    isFollowed,
    age,
    /** Hears of a message, or of those that the state knows. */
    hear,
    /** The newest message that was heard of. */
    newest: () => known.newest,
    /** Grows when something is not known any more. */
    losses: () => known.losses,
    open(terms: Terms): Narrow {
      const narrow = of(terms)
      narrow.views += 1
      all.delete(narrow.key)
      all.set(narrow.key, narrow)
      // Nobody told what happened since.
      if (narrow.history === null) ageUntold(narrow)
      else if (!isFollowed(narrow)) age(({ history }) => history === narrow.history)
      return narrow
    },
    /** What only the server can tell is forgotten. */
    close(narrow: Narrow): void {
      narrow.views -= 1
      if (narrow.found && narrow.views === 0) all.delete(narrow.key)
    },
    /** What is known of a narrow, by itself and by wider ones. */
    known(narrow: Narrow, which: 'runs' | 'old' = 'runs'): Span[] {
      let spans: Span[] = []
      for (const one of all.values())
        if (isWider(one, narrow)) for (const span of one[which]) spans = withSpan(spans, span)
      return spans
    },
    learn(narrow: Narrow, span: Span): void {
      narrow.runs = withSpan(narrow.runs, span).slice(-maxRuns)
    },
    /** Says that narrows may have a message, or not. */
    cut(id: number, isConcerned: (narrow: Narrow) => boolean): void {
      known.losses += 1
      for (const narrow of all.values())
        if (isConcerned(narrow)) narrow.runs = withoutSpan(narrow.runs, [id, id]).slice(-maxRuns)
    },
    /** Ids of the messages of a narrow within a span, as far as they are in the store, ascending. */
    ids({ matches }: Narrow, [from, to]: Span): number[] {
      const ids: number[] = []
      for (const message of store.messages.values())
        if (message.id >= from && message.id <= to && matches(message)) ids.push(message.id)
      return ids.toSorted(ascending)
    },
    plain: (): KnownRanges => ({
      newest: known.newest,
      touched: [...touched].filter((id) => store.messages.get(id)),
      narrows: [...all.values()].flatMap(({ found, terms, runs, old }) => (found ? [] : [{ terms, runs, old }])),
    }),
  }
}
