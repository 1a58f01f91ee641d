import { placesByName } from './places-by-name'
import { byName } from './by-name'

/** How well a name matches the typed text; smaller is better. */
const match = { exact: 0, prefix: 1, word: 2, words: 3 } as const

type Match = (typeof match)[keyof typeof match]

/** The text without accents and case, so that `jose` finds José. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const maxFoldedNames = 50_000

/** Names by what they were before they were `folded`: each key that somebody types asks for the same thousands again. */
const foldedNames = new Map<string, string>()

function foldedName(name: string): string {
  const storedName = foldedNames.get(name)
  if (storedName !== undefined) return storedName
  if (foldedNames.size >= maxFoldedNames) foldedNames.clear()
  const newName = folded(name)
  foldedNames.set(name, newName)
  return newName
}

/** What separates the words of a name. */
const between = /[\s_\-.,/()'"]+/

const wordsOf = (text: string): string[] => text.split(between).filter(Boolean)

/** How well a name matches a query, both `folded`; null if it does not, or only if its words are looked for one by one. */
function wholeMatch(name: string, query: string): Match | null {
  if (name === query) return match.exact
  if (name.startsWith(query)) return match.prefix
  for (let at = 0; (at = name.indexOf(query, at + 1)) !== -1;) if (between.test(name[at - 1]!)) return match.word
  return null
}

/** Says how well names match the typed text; null if they do not. */
export function matching(typed: string): (name: string) => Match | null {
  const query = folded(typed.trim())
  // An empty text is the beginning of each name.
  if (query === '') return () => match.prefix
  const words = wordsOf(query)
  return (name) => {
    const text = foldedName(name)
    const whole = wholeMatch(text, query)
    if (whole !== null || words.length === 0 || words[0] === query) return whole
    return words.every((word) => wholeMatch(text, word) !== null) ? match.words : null
  }
}

interface Ranking<T> {
  /** The names of an item. Its best match counts. */
  readonly names: (item: T) => readonly string[]
  /** Breaks ties between equally good matches: smaller comes first. */
  readonly weight?: (item: T) => number
  readonly maxResults: number
  /**
   * For long lists that are searched again at each key that somebody types: the same object as long as the items, their names and
   * their weights are the same. Most keys then look at no more than `maxResults` items.
   */
  readonly context?: object
}

interface RankedItem<T> {
  readonly item: T
  readonly match: number
  readonly weight: number
  readonly name: string
}

/** The last search for which items were compared: all of them, or those that matched the beginning of its text. */
interface LastSearch<T> {
  /** The text, `folded`. */
  readonly query: string
  readonly matchingItems: readonly T[]
  /** What was returned. */
  readonly best: readonly RankedItem<T>[]
  /** The names that began with the text, `folded`. */
  readonly prefixNames: ReadonlySet<string>
}

const lastSearches = new WeakMap<object, LastSearch<unknown>>()

/** The items that match the typed text, the best first. An empty text matches all. */
export function ranked<T>(
  items: readonly T[],
  typed: string,
  { names, weight = () => 0, maxResults, context }: Ranking<T>,
): T[] {
  const query = folded(typed.trim())
  const matchOf = matching(typed)
  const bestMatch = (all: readonly string[]): Match | null => {
    let best: Match | null = null
    for (const name of all) {
      const one = matchOf(name)
      if (one !== null && (best === null || one < best)) best = one
    }
    return best
  }
  const found: RankedItem<T>[] = []
  const lastSearch = context && (lastSearches.get(context) as LastSearch<T> | undefined)
  const shorterSearch = lastSearch && query.startsWith(lastSearch.query) ? lastSearch : undefined
  if (shorterSearch && isBestStill(shorterSearch)) return shorterSearch.best.map(({ item }) => item)

  // What matches a longer text is among what matched its beginning.
  const candidates = shorterSearch?.matchingItems ?? items
  const prefixNames = new Set<string>()
  for (const item of candidates) {
    const all = names(item)
    const best = bestMatch(all)
    if (best === null) continue
    found.push({ item, match: best, weight: weight(item), name: all[0]! })
    if (context && best === match.prefix) for (const name of all) prefixNames.add(foldedName(name))
  }
  const best = found.length > maxResults ? firstOf(found, maxResults) : sorted(found)
  // What matches a text without words, such as a bracket, does not say what matches a longer one.
  if (context && (query === '' || wordsOf(query).length > 0))
    lastSearches.set(context, { query, matchingItems: found.map(({ item }) => item), best, prefixNames })
  return best.map(({ item }) => item)

  /**
   * Whether the longer text has the same best items, because each matches it as well as the beginning. The other items came after them,
   * and none of those matches better now, unless the text has become its whole name.
   */
  function isBestStill({ best, prefixNames }: LastSearch<T>): boolean {
    return (
      best.length === maxResults &&
      !prefixNames.has(query) &&
      best.every((one) => bestMatch(names(one.item)) === one.match)
    )
  }
}

function sorted<T>(found: readonly RankedItem<T>[]): RankedItem<T>[] {
  const places = placesByName(found.map(({ name }) => name))
  return found.toSorted((a, b) => a.match - b.match || a.weight - b.weight || places.get(a.name)! - places.get(b.name)!)
}

/** The first ones of many, without sorting the others. */
function firstOf<T>(found: readonly RankedItem<T>[], count: number): RankedItem<T>[] {
  const first: RankedItem<T>[] = []
  const order = (a: RankedItem<T>, b: RankedItem<T>): number =>
    a.match - b.match || a.weight - b.weight || byName(a.name, b.name)
  for (const one of found) {
    if (first.length === count && order(one, first.at(-1)!) >= 0) continue
    const place = first.findLastIndex((other) => order(other, one) <= 0) + 1
    first.splice(place, 0, one)
    if (first.length > count) first.pop()
  }
  return first
}
