import { LruCache, stringBytes } from './lru-cache'

/** What was read of a database, remembered in this isolate for some seconds. Null is not remembered. */
export class Remembered<V> {
  private readonly byDatabase = new WeakMap<D1Database, LruCache<{ value: V; until: number }>>()

  constructor(private readonly limits: { readonly seconds: number; readonly mostBytes: number }) {}

  async of(database: D1Database, key: string, read: () => Promise<V | null>): Promise<V | null> {
    const kept = this.byDatabase.get(database) ?? new LruCache(this.limits.mostBytes)
    this.byDatabase.set(database, kept)
    const held = kept.get(key)
    if (held !== undefined && held.until > Date.now()) return held.value
    const value = await read()
    if (value === null) return null
    const until = Date.now() + this.limits.seconds * 1000
    kept.set(key, { value, until }, stringBytes(JSON.stringify(value)))
    return value
  }
}
