interface Entry<V> {
  readonly value: V
  readonly weight: number
}

/** What an entry takes beside its key and value, in bytes; about. */
const overhead = 100

/** Bytes that a string takes at most. */
export const weightOf = (text: string): number => 2 * text.length

/**
 * Remembers values by key, of so many bytes altogether; beyond it forgets what was not asked for longest. Weights are
 * estimates: they keep what strangers choose from filling an isolate, which has 128 MB for everything.
 */
export class LruCache<V> {
  private readonly entries = new Map<string, Entry<V>>()
  private weight = 0

  constructor(private readonly mostBytes: number) {}

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    // What was asked for last stands last.
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  /** Remembers the value, of so many bytes. One that would take more than all there is room for is not remembered. */
  set(key: string, value: V, bytes = 0): void {
    this.delete(key)
    const weight = weightOf(key) + bytes + overhead
    if (weight > this.mostBytes) return
    this.entries.set(key, { value, weight })
    this.weight += weight
    for (const [oldest, { weight }] of this.entries) {
      if (this.weight <= this.mostBytes) return
      this.entries.delete(oldest)
      this.weight -= weight
    }
  }

  delete(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0
    this.entries.delete(key)
  }
}
