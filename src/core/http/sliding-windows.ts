import { LruCache } from '../base/lru-cache'

/** A limit and what remains of it, for the headers of an answer. */
export interface LimitStatus {
  limit: number
  remaining: number
  /** When the whole limit is available again, in UNIX seconds. */
  reset: number
}

const windowSeconds = 60

const bytesPerTime = 8

/**
 * Counts the requests of each key over the last minute (sliding windows). The memory is limited: the least recently used keys go
 * first. An account at its limit of 200 takes 2 KB.
 */
export class SlidingWindows {
  private readonly times: LruCache<number[]>

  constructor(maxBytes: number) {
    this.times = new LruCache(maxBytes)
  }

  /** Counts one request. If the limit is reached, counts nothing, and `wait` is the seconds until there may be another one. */
  take(key: string, limit: number, now: number): LimitStatus & { wait: number | null } {
    const recent = this.recent(key, now)
    if (recent.length < limit) return { ...this.add(key, 1, limit, now), wait: null }
    const wait = recent[recent.length - limit]! + windowSeconds - now
    return { limit, remaining: 0, reset: Math.ceil(recent.at(-1)! + windowSeconds), wait }
  }

  /** Counts several requests, even beyond the limit, but never more than a whole limit at once. */
  add(key: string, amount: number, limit: number, now: number): LimitStatus {
    const recent = this.recent(key, now)
    for (let added = 0; added < Math.min(amount, limit); added += 1) recent.push(now)
    this.times.set(key, recent, bytesPerTime * recent.length)
    return { limit, remaining: Math.max(0, limit - recent.length), reset: Math.ceil(now + windowSeconds) }
  }

  /** Whether `add` has counted more than the limit. */
  isOverdrawn(key: string, limit: number, now: number): boolean {
    return this.recent(key, now).length > limit
  }

  /** Takes back the last count. */
  giveBack(key: string): void {
    const times = this.times.get(key)?.slice(0, -1) ?? []
    if (times.length === 0) this.times.delete(key)
    else this.times.set(key, times, bytesPerTime * times.length)
  }

  private recent(key: string, now: number): number[] {
    return (this.times.get(key) ?? []).filter((time) => time > now - windowSeconds)
  }
}
