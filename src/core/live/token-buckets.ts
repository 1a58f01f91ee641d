import { LruCache } from '../base/lru-cache'

interface TokenBucket {
  /** Tokens in the bucket. */
  tokens: number
  /** UNIX time at which there were so many. */
  at: number
}

/** Bytes of all buckets: enough for far more connections than there can be. */
const maxBucketsBytes = 2 * 1024 * 1024

/** Token buckets by key. They are in memory only, because after a sleep of the object all are full anyway. */
export class TokenBuckets {
  private readonly buckets = new LruCache<TokenBucket>(maxBucketsBytes)

  constructor(
    private readonly rate: { readonly perSecond: number; readonly burst: number },
    private readonly now: () => number,
  ) {}

  /** Takes a token, or answers false if there is none. */
  take(key: string): boolean {
    const { perSecond, burst } = this.rate
    const now = this.now()
    const before = this.buckets.get(key) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, before.tokens + Math.max(0, now - before.at) * perSecond)
    this.buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: now })
    return tokens >= 1
  }
}
