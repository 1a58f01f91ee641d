/** How a name answers what was typed, from the best. */
const match = { exact: 0, prefix: 1, word: 2, words: 3 } as const

type Match = (typeof match)[keyof typeof match]

/** Letters without their marks and case: whoever types `jose` means José. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** What stands between two words of a name. */
const between = /[\s_\-.,/()'"]+/

/** How a folded name answers a folded query; null if it does not. */
export function matchOf(name: string, query: string): Match | null {
  if (name === query) return match.exact
  if (name.startsWith(query)) return match.prefix
  for (let at = 0; (at = name.indexOf(query, at + 1)) !== -1;) if (between.test(name[at - 1]!)) return match.word
  const words = query.split(between).filter(Boolean)
  const isAll = words.length > 1 && words.every((word) => (matchOf(name, word) ?? match.words) < match.words)
  return isAll ? match.words : null
}

interface Ranking<T> {
  /** Names that are looked at; the best one counts. */
  readonly names: (item: T) => readonly string[]
  /** The smaller, the earlier among equally good names. */
  readonly weight?: (item: T) => number
  readonly maxResults: number
}

const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }).compare

/** What answers a query, the best first. Everything answers an empty one. */
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
