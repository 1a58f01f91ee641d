/** How well a name matches the typed text; smaller is better. */
const match = { exact: 0, prefix: 1, word: 2, words: 3 } as const

type Match = (typeof match)[keyof typeof match]

/** The text without accents and case, so that `jose` finds José. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** What separates the words of a name. */
const between = /[\s_\-.,/()'"]+/

/** How well a name matches a query, both `folded`; null if it does not. */
export function matchOf(name: string, query: string): Match | null {
  if (name === query) return match.exact
  if (name.startsWith(query)) return match.prefix
  for (let at = 0; (at = name.indexOf(query, at + 1)) !== -1;) if (between.test(name[at - 1]!)) return match.word
  const words = query.split(between).filter(Boolean)
  const isAll = words.length > 1 && words.every((word) => (matchOf(name, word) ?? match.words) < match.words)
  return isAll ? match.words : null
}

interface Ranking<T> {
  /** The names of an item. Its best match counts. */
  readonly names: (item: T) => readonly string[]
  /** Breaks ties between equally good matches: smaller comes first. */
  readonly weight?: (item: T) => number
  readonly maxResults: number
}

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }).compare

/** The items that match the typed text, the best first. An empty text matches all. */
export function ranked<T>(
  items: readonly T[],
  typed: string,
  { names, weight = () => 0, maxResults }: Ranking<T>,
): T[] {
  const query = folded(typed.trim())
  const found: { item: T; match: number; weight: number; name: string }[] = []
  for (const item of items) {
    const all = names(item)
    const matches = all.flatMap((name) => matchOf(folded(name), query) ?? [])
    if (matches.length > 0)
      found.push({ item, match: query === '' ? 0 : Math.min(...matches), weight: weight(item), name: all[0]! })
  }
  return found
    .toSorted((a, b) => a.match - b.match || a.weight - b.weight || byName(a.name, b.name))
    .slice(0, maxResults)
    .map(({ item }) => item)
}
