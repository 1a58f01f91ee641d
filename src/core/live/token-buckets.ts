import { LruCache } from '../base/lru-cache'

interface TokenBucket {
  /** What is left. */
  left: number
  /** UNIX time at which it was so. */
  at: number
}

/** What is remembered, in bytes: far more than there are connections. */
const mostRemembered = 2 * 1024 * 1024

/** So much a second for each key, saved up to a `burst` (a token bucket). In memory: an object that slept has had time. */
export class TokenBuckets {
  private readonly buckets = new LruCache<TokenBucket>(mostRemembered)

  constructor(
    private readonly rate: { readonly perSecond: number; readonly burst: number },
    private readonly now: () => number,
  ) {}

  /** Takes one; false when there is none. */
  take(key: string): boolean {
    const { perSecond, burst } = this.rate
    const now = this.now()
    const before = this.buckets.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + Math.max(0, now - before.at) * perSecond)
    this.buckets.set(key, { left: left < 1 ? left : left - 1, at: now })
    return left >= 1
  }
}
