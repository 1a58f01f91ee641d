/** A piece of text that one rule matches as a whole, such as a bare link. */
export interface InlineMatch {
  start: number
  end: number
  /** Its HTML. */
  html: string
  /** Set when it is a link. */
  link?: Link
}

/** A bare or titled link. */
export interface Link {
  href: string
  /** Text that the link shows. */
  text: string
  isTitled: boolean
}

/** The matches of a text in order, and the current position. */
export class InlineMatches {
  private next = 0

  constructor(private readonly matches: readonly InlineMatch[]) {}

  /** The first match that begins at or after a place; places must not decrease from call to call. */
  matchAtOrAfter(place: number): InlineMatch | undefined {
    while (this.next < this.matches.length && this.matches[this.next]!.start < place) this.next += 1
    return this.matches[this.next]
  }
}

/** Matches of both lists by their positions. Those of the second list are dropped if they overlap one of the first. */
export function mergedMatches<M extends Pick<InlineMatch, 'start' | 'end'>>(
  first: readonly M[],
  second: readonly M[],
): readonly M[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first
  const free: M[] = []
  let index = 0
  for (const match of second) {
    while (index < first.length && first[index]!.end <= match.start) index += 1
    if (index === first.length || first[index]!.start >= match.end) free.push(match)
  }
  return [...first, ...free].toSorted((a, b) => a.start - b.start)
}

/** Whether most kinds of matches may begin here: at the start, after white space, or after one of these characters. */
export const mayPrecede = (text: string, place: number): boolean => place === 0 || /[\s'"(,:<]/.test(text[place - 1]!)
