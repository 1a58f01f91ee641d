import { byName } from './by-name'
import { between, firstOf, foldCase, match, wholeMatch, wordsOf, type Match } from './rank'

/** An item of the list. The mutable fields belong to the latest search. */
interface Entry<T> {
  readonly item: T
  readonly name: string
  /** The name in folded case (`foldCase`). */
  readonly text: string
  /** The place among the names, in the order of `byName`; equal names share one. */
  place: number
  /** The place in the list. */
  position: number
  searchId: number
  match: Match
  weight: number
}

/** A folded name, from the beginning of one of its words on. */
interface Word<T> {
  readonly entry: Entry<T>
  readonly text: string
  /** Whether it is the whole name. */
  readonly isWhole: boolean
}

/** A long list and its names in order. A search finds what matches without looking at the other names. */
export interface NameIndex<T> {
  readonly items: readonly T[]
  readonly entries: ReadonlyMap<T, Entry<T>>
  /** In the order of `byName`. */
  readonly byPlace: readonly Entry<T>[]
  /** In the order of their texts. */
  readonly words: readonly Word<T>[]
}

export interface Search<T> {
  /** Breaks ties between equally good matches: smaller comes first. */
  readonly weight?: (item: T) => number
  /** Leaves items out; by default none. */
  readonly isWanted?: (item: T) => boolean
  readonly maxResults: number
}

/** Names that one step looks at. */
const namesOfStep = 200

/**
 * Makes the index in steps of a fraction of a millisecond. `last` is the index of an earlier list: what is in order there is merged, not
 * sorted.
 */
export function* indexSteps<T extends object>(
  items: readonly T[],
  nameOf: (item: T) => string,
  last: NameIndex<T> | null,
): Generator<void, NameIndex<T>> {
  const entries = new Map<T, Entry<T>>()
  const newEntries: Entry<T>[] = []
  const newWords: Word<T>[] = []
  for (const [position, item] of items.entries()) {
    if (position % namesOfStep === 0) yield
    let entry = last?.entries.get(item)
    if (entry) entry.position = position
    else {
      const name = nameOf(item)
      entry = { item, name, text: foldCase(name), place: 0, position, searchId: 0, match: 0, weight: 0 }
      newEntries.push(entry)
      newWords.push(...wordsIn(entry))
    }
    entries.set(item, entry)
  }
  const isStillThere = ({ item }: Entry<T>): boolean => entries.has(item)
  const byPlace = yield* sorted(last?.byPlace.filter(isStillThere) ?? [], newEntries, (a, b) => byName(a.name, b.name))
  const lastWords = last?.words.filter(({ entry }) => isStillThere(entry)) ?? []
  const words = yield* sorted(lastWords, newWords, (a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
  let place = 0
  for (const [order, entry] of byPlace.entries()) {
    if (order % namesOfStep === 0) yield
    if (order > 0 && byName(byPlace[order - 1]!.name, entry.name) !== 0) place += 1
    entry.place = place
  }
  return { items, entries, byPlace, words }
}

function wordsIn<T>(entry: Entry<T>): Word<T>[] {
  const { text } = entry
  const words = [{ entry, text, isWhole: true }]
  for (let at = 1; at < text.length; at += 1)
    if (between.test(text[at - 1]!)) words.push({ entry, text: text.slice(at), isWhole: false })
  return words
}

type Order<T> = (a: T, b: T) => number

/** Sorts `others` in steps, and merges them with what is in order already. */
function* sorted<T>(inOrder: readonly T[], others: readonly T[], order: Order<T>): Generator<void, readonly T[]> {
  const runs: (readonly T[])[] = []
  for (let from = 0; from < others.length; from += namesOfStep) {
    runs.push(others.slice(from, from + namesOfStep).toSorted(order))
    yield
  }
  while (runs.length > 1) runs.push(yield* merged(runs.shift()!, runs.shift()!, order))
  return yield* merged(inOrder, runs[0] ?? [], order)
}

function* merged<T>(a: readonly T[], b: readonly T[], order: Order<T>): Generator<void, readonly T[]> {
  const all: T[] = []
  let [atA, atB] = [0, 0]
  while (atA < a.length && atB < b.length) {
    all.push(order(a[atA]!, b[atB]!) <= 0 ? a[atA++]! : b[atB++]!)
    if (all.length % namesOfStep === 0) yield
  }
  return [...all, ...a.slice(atA), ...b.slice(atB)]
}

let searchCount = 0

/** Finds what `rank` finds. Of the names that do not match it looks at a few, to find where those that match begin and end. */
export function searchIn<T>(
  { byPlace, words }: NameIndex<T>,
  typed: string,
  { weight = () => 0, isWanted = () => true, maxResults }: Search<T>,
): T[] {
  const query = foldCase(typed.trim())
  const searchId = (searchCount += 1)
  const found: Entry<T>[] = []

  function add(entry: Entry<T>, its: Match): void {
    if (entry.searchId === searchId) {
      if (its < entry.match) entry.match = its
      return
    }
    entry.searchId = searchId
    entry.match = its
    if (!isWanted(entry.item)) return
    entry.weight = weight(entry.item)
    found.push(entry)
  }

  if (query === '') for (const entry of byPlace) add(entry, match.prefix)
  else {
    const [from, to] = spanOf(words, query)
    for (let at = from; at < to; at += 1) {
      const { entry, text, isWhole } = words[at]!
      add(entry, !isWhole ? match.word : text === query ? match.exact : match.prefix)
    }
    const queryWords = wordsOf(query)
    // The words one by one are the weakest match.
    if (found.length < maxResults && queryWords.length > 0 && queryWords[0] !== query) {
      const [rarest] = queryWords.map((word) => spanOf(words, word)).toSorted((a, b) => a[1] - a[0] - (b[1] - b[0]))
      for (const { entry } of words.slice(...rarest!))
        if (queryWords.every((word) => wholeMatch(entry.text, word) !== null)) add(entry, match.words)
    }
  }
  return firstOf(found, maxResults, byMatch).map(({ item }) => item)
}

const byMatch = (a: Entry<unknown>, b: Entry<unknown>): number =>
  a.match - b.match || a.weight - b.weight || a.place - b.place || a.position - b.position

/** Where the words that begin with a text are: the first one, and the first one after them. */
function spanOf(words: readonly Word<unknown>[], text: string): [from: number, to: number] {
  const from = placeWhere(words, (word) => word >= text)
  return [from, placeWhere(words, (word) => word > text && !word.startsWith(text), from)]
}

/** The place of the first word, from a place on, for which something is true; it is true for all words after it. */
function placeWhere(words: readonly Word<unknown>[], isBehind: (text: string) => boolean, first = 0): number {
  let [low, high] = [first, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(words[middle]!.text)) high = middle
    else low = middle + 1
  }
  return low
}
