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
  const known = foldedNames.get(name)
  if (known !== undefined) return known
  if (foldedNames.size >= maxFoldedNames) foldedNames.clear()
  const made = folded(name)
  foldedNames.set(name, made)
  return made
}

/** What separates the words of a name. */
const between = /[\s_\-.,/()'"]+/

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
  const words = query.split(between).filter(Boolean)
  return (name) => {
    const text = foldedName(name)
    const whole = wholeMatch(text, query)
    if (whole !== null || words.length < 2) return whole
    return words.every((word) => wholeMatch(text, word) !== null) ? match.words : null
  }
}

interface Ranking<T> {
  /** The names of an item. Its best match counts. */
  readonly names: (item: T) => readonly string[]
  /** Breaks ties between equally good matches: smaller comes first. */
  readonly weight?: (item: T) => number
  readonly maxResults: number
  /** Whether the same long list is passed again at each key that somebody types, always with the same names. That saves time. */
  readonly isSameList?: boolean
}

interface Found<T> {
  readonly item: T
  readonly match: number
  readonly weight: number
  readonly name: string
}

/** For a list: the text that was last looked for in it, `folded`, and the items that matched. */
interface LastSearch {
  readonly query: string
  readonly matched: readonly unknown[]
}

const lastSearches = new WeakMap<readonly unknown[], LastSearch>()

/** The items that match the typed text, the best first. An empty text matches all. */
export function ranked<T>(
  items: readonly T[],
  typed: string,
  { names, weight = () => 0, maxResults, isSameList = false }: Ranking<T>,
): T[] {
  const matchOf = matching(typed)
  const query = folded(typed.trim())
  const isAll = query === ''
  const last = isSameList ? lastSearches.get(items) : undefined
  // What matches a longer text is among what matched its beginning.
  const candidates = last && query.startsWith(last.query) ? (last.matched as readonly T[]) : items
  const found: Found<T>[] = []
  for (const item of candidates) {
    const all = names(item)
    let best: number | null = isAll ? 0 : null
    if (!isAll)
      for (const name of all) {
        const one = matchOf(name)
        if (one !== null && (best === null || one < best)) best = one
      }
    if (best !== null && all.length > 0) found.push({ item, match: best, weight: weight(item), name: all[0]! })
  }
  if (isSameList && !isAll) lastSearches.set(items, { query, matched: found.map(({ item }) => item) })
  return (found.length > maxResults ? firstOf(found, maxResults) : sorted(found)).map(({ item }) => item)
}

function sorted<T>(found: readonly Found<T>[]): Found<T>[] {
  const places = placesByName(found.map(({ name }) => name))
  return found.toSorted((a, b) => a.match - b.match || a.weight - b.weight || places.get(a.name)! - places.get(b.name)!)
}

/** The first ones of many, without sorting the others. */
function firstOf<T>(found: readonly Found<T>[], count: number): Found<T>[] {
  const first: Found<T>[] = []
  const order = (a: Found<T>, b: Found<T>): number => a.match - b.match || a.weight - b.weight || byName(a.name, b.name)
  for (const one of found) {
    if (first.length === count && order(one, first.at(-1)!) >= 0) continue
    const place = first.findLastIndex((other) => order(other, one) <= 0) + 1
    first.splice(place, 0, one)
    if (first.length > count) first.pop()
  }
  return first
}
