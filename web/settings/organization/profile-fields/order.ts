/** The items with one of them moved by some places. */
export function moved<T>(items: readonly T[], from: number, by: number): readonly T[] {
  const next = items.toSpliced(from, 1)
  return next.toSpliced(from + by, 0, items[from]!)
}
