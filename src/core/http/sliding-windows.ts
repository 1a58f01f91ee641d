import { LruCache } from '../base/lru-cache'

/** How a request stands against its limit, for the headers of its answer. */
export interface LimitStatus {
  limit: number
  remaining: number
  /** UNIX seconds at which everything may be asked again. */
  reset: number
}

export const windowSeconds = 60

const bytesOfTime = 8

/**
 * Counts by key, each for a minute, in so many bytes; beyond them the keys that were counted longest ago are forgotten. An
 * account at its limit of 200 takes 2 KB.
 */
export class SlidingWindows {
  private readonly times: LruCache<number[]>

  constructor(mostBytes: number) {
    this.times = new LruCache(mostBytes)
  }

  /** Counts one more, unless there were as many as may be: then `wait` tells in how many seconds there may be another. */
  take(key: string, limit: number, now: number): LimitStatus & { wait: number | null } {
    const recent = this.recent(key, now)
    if (recent.length < limit) return { ...this.add(key, 1, limit, now), wait: null }
    const wait = recent[recent.length - limit]! + windowSeconds - now
    return { limit, remaining: 0, reset: Math.ceil(recent.at(-1)! + windowSeconds), wait }
  }

  /** Counts so many more, also beyond the limit. What is more than a whole limit counts as one. */
  add(key: string, amount: number, limit: number, now: number): LimitStatus {
    const recent = this.recent(key, now)
    for (let added = 0; added < Math.min(amount, limit); added += 1) recent.push(now)
    this.times.set(key, recent, bytesOfTime * recent.length)
    return { limit, remaining: Math.max(0, limit - recent.length), reset: Math.ceil(now + windowSeconds) }
  }

  /** Whether more was counted than may be, as only `add` does. */
  isOverdrawn(key: string, limit: number, now: number): boolean {
    return this.recent(key, now).length > limit
  }

  /** Uncounts the last one. */
  giveBack(key: string): void {
    const times = this.times.get(key)?.slice(0, -1) ?? []
    if (times.length === 0) this.times.delete(key)
    else this.times.set(key, times, bytesOfTime * times.length)
  }

  private recent(key: string, now: number): number[] {
    return (this.times.get(key) ?? []).filter((time) => time > now - windowSeconds)
  }
}
