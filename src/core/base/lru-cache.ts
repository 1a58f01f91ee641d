interface Entry<V> {
  readonly value: V
  readonly weight: number
}

/** About this many bytes an entry takes beside its key and value. */
const entryOverheadBytes = 100

/** Bytes that a string takes in memory at most. */
export const stringBytes = (text: string): number => 2 * text.length

/**
 * A cache with a limit in bytes. When it is full, the least recently used entries go. Sizes are estimates: they are good enough
 * to keep strangers from filling an isolate, which has 128 MB for everything.
 */
export class LruCache<V> {
  private readonly entries = new Map<string, Entry<V>>()
  private weight = 0

  constructor(private readonly maxBytes: number) {}

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    // The last entry of the map is the most recently used one.
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  /** Keeps a value, whose size the caller gives, unless it is larger than the whole cache. */
  set(key: string, value: V, bytes = 0): void {
    this.delete(key)
    const weight = stringBytes(key) + bytes + entryOverheadBytes
    if (weight > this.maxBytes) return
    this.entries.set(key, { value, weight })
    this.weight += weight
    for (const [oldest, { weight }] of this.entries) {
      if (this.weight <= this.maxBytes) return
      this.entries.delete(oldest)
      this.weight -= weight
    }
  }

  delete(key: string): void {
    this.weight -= this.entries.get(key)?.weight ?? 0
    this.entries.delete(key)
  }
}
