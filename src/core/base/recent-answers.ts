import { LruCache, stringBytes } from './lru-cache'

/** Answers of a database that this isolate remembers for some seconds. Null is not remembered. */
export class RecentAnswers<V> {
  private readonly byDatabase = new WeakMap<D1Database, LruCache<{ value: V; until: number }>>()

  constructor(private readonly limits: { readonly seconds: number; readonly maxBytes: number }) {}

  async of(database: D1Database, key: string, read: () => Promise<V | null>): Promise<V | null> {
    const cache = this.byDatabase.get(database) ?? new LruCache(this.limits.maxBytes)
    this.byDatabase.set(database, cache)
    const entry = cache.get(key)
    if (entry !== undefined && entry.until > Date.now()) return entry.value
    // From before the read, because the answer may be old when it arrives.
    const until = Date.now() + this.limits.seconds * 1000
    const value = await read()
    if (value === null) return null
    cache.set(key, { value, until }, stringBytes(JSON.stringify(value)))
    return value
  }
}
