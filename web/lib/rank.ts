import { placesByName } from './places-by-name'
import { byName } from './by-name'

/** How well a name matches the typed text; smaller is better. */
export const match = { exact: 0, prefix: 1, word: 2, words: 3 } as const

export type Match = (typeof match)[keyof typeof match]

/** The text without accents and case, so that `jose` finds José. */
export const foldCase = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const maxFoldedNames = 50_000

/** Folded names by the names as people wrote them: each key that somebody types asks for the same thousands again. */
const foldedNames = new Map<string, string>()

function foldedName(name: string): string {
  const storedName = foldedNames.get(name)
  if (storedName !== undefined) return storedName
  if (foldedNames.size >= maxFoldedNames) foldedNames.clear()
  const newName = foldCase(name)
  foldedNames.set(name, newName)
  return newName
}

/** What separates the words of a name. */
export const between = /[\s_\-.,/()'"]+/

export const wordsOf = (text: string): string[] => text.split(between).filter(Boolean)

/** How well a name matches a query, both in folded case; null if it does not match, or only by words that are searched one by one. */
export function wholeMatch(name: string, query: string): Match | null {
  if (name === query) return match.exact
  if (name.startsWith(query)) return match.prefix
  for (let at = 0; (at = name.indexOf(query, at + 1)) !== -1;) if (between.test(name[at - 1]!)) return match.word
  return null
}

/** Says how well names match the typed text; null if they do not. */
export function matching(typed: string): (name: string) => Match | null {
  const query = foldCase(typed.trim())
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
}

interface RankedItem<T> {
  readonly item: T
  readonly match: number
  readonly weight: number
  readonly name: string
}

/** The items that match the typed text, the best first. An empty text matches all. */
export function rank<T>(items: readonly T[], typed: string, { names, weight = () => 0, maxResults }: Ranking<T>): T[] {
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
  for (const item of items) {
    const all = names(item)
    const best = bestMatch(all)
    if (best !== null) found.push({ item, match: best, weight: weight(item), name: all[0]! })
  }
  const first = found.length > maxResults ? firstOf(found, maxResults, byMatch) : sortItems(found)
  return first.map(({ item }) => item)
}

const byMatch = (a: RankedItem<unknown>, b: RankedItem<unknown>): number =>
  a.match - b.match || a.weight - b.weight || byName(a.name, b.name)

function sortItems<T>(found: readonly RankedItem<T>[]): RankedItem<T>[] {
  const places = placesByName(found.map(({ name }) => name))
  return found.toSorted((a, b) => a.match - b.match || a.weight - b.weight || places.get(a.name)! - places.get(b.name)!)
}

/** The first ones of many, in order, without sorting the others. */
export function firstOf<T>(items: readonly T[], count: number, order: (a: T, b: T) => number): T[] {
  if (items.length <= count) return items.toSorted(order)
  const first: T[] = []
  for (const one of items) {
    if (first.length === count && order(one, first.at(-1)!) >= 0) continue
    const place = first.findLastIndex((other) => order(other, one) <= 0) + 1
    first.splice(place, 0, one)
    if (first.length > count) first.pop()
  }
  return first
}
