/** All ids from one to another, both included. */
export type Span = readonly [from: number, to: number]

/** Adds a span, and joins it with those that it touches. The result ascends. */
export function withSpan(spans: readonly Span[], [from, to]: Span): Span[] {
  const isApart = ([low, high]: Span) => high < from - 1 || low > to + 1
  const ends = spans.filter((span) => !isApart(span)).flat()
  const joined: Span = [Math.min(from, ...ends), Math.max(to, ...ends)]
  return [...spans.filter(isApart), joined].toSorted(([a], [b]) => a - b)
}

/** Takes the ids of a span away. */
export const withoutSpan = (spans: readonly Span[], [from, to]: Span): Span[] =>
  spans.flatMap(([low, high]) => {
    const parts: Span[] = [
      [low, Math.min(high, from - 1)],
      [Math.max(low, to + 1), high],
    ]
    return parts.filter(([first, last]) => first <= last && first < Infinity)
  })

export const spanWith = (spans: readonly Span[], id: number): Span | undefined =>
  spans.find(([from, to]) => from <= id && id <= to)
