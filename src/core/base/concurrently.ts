/** Does work on each of these items, on so many at the same time. The results have the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  maxAtOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  // All workers take the next item from the same iterator.
  const entries = items.entries()
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, worker))
  return results
}
