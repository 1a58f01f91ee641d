/** A copy of the items with the one at `from` moved by some places. */
export function withItemMoved<T>(items: readonly T[], from: number, by: number): readonly T[] {
  const next = items.toSpliced(from, 1)
  return next.toSpliced(from + by, 0, items[from]!)
}
