/** Whole numbers as ranges from the first to the last, ascending, so that a row of numbers takes little space. */
export type Ranges = readonly (readonly [first: number, last: number])[]

export const includes = (ranges: Ranges, number: number): boolean =>
  ranges.some(([first, last]) => first <= number && number <= last)

/** The ranges with one more number. */
export function withNumber(ranges: Ranges, number: number): Ranges {
  if (includes(ranges, number)) return ranges
  const merged: [number, number][] = []
  for (const [first, last] of [...ranges, [number, number] as const].toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1)
    if (before !== undefined && before[1] + 1 === first) before[1] = last
    else merged.push([first, last])
  }
  return merged
}
