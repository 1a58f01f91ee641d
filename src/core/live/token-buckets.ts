import { LruCache } from '../base/lru-cache'

interface TokenBucket {
  /** Tokens that are left. */
  left: number
  /** UNIX time of that. */
  at: number
}

/** Bytes for all buckets: far more than there are connections. */
const mostRemembered = 2 * 1024 * 1024

/** Token buckets by key, in memory: after a sleep of the object all of them are full anyway. */
export class TokenBuckets {
  private readonly buckets = new LruCache<TokenBucket>(mostRemembered)

  constructor(
    private readonly rate: { readonly perSecond: number; readonly burst: number },
    private readonly now: () => number,
  ) {}

  /** Takes a token; false when there is none. */
  take(key: string): boolean {
    const { perSecond, burst } = this.rate
    const now = this.now()
    const before = this.buckets.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + Math.max(0, now - before.at) * perSecond)
    this.buckets.set(key, { left: left < 1 ? left : left - 1, at: now })
    return left >= 1
  }
}
