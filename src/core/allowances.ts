interface Allowance {
  /** What is left. */
  left: number
  /** UNIX time at which it was so. */
  at: number
}

/** What is known of more keys than this is forgotten: far more than there are connections. */
const mostKeys = 10_000

/** So much a second for each key, saved up to a `burst` (a token bucket). In memory: an object that slept has had time. */
export class Allowances {
  private allowances = new Map<unknown, Allowance>()

  constructor(
    private readonly rate: { readonly perSecond: number; readonly burst: number },
    private readonly now: () => number,
  ) {}

  /** Takes one; false when there is none. */
  take(key: unknown): boolean {
    const { perSecond, burst } = this.rate
    const now = this.now()
    const before = this.allowances.get(key) ?? { left: burst, at: now }
    const left = Math.min(burst, before.left + Math.max(0, now - before.at) * perSecond)
    if (this.allowances.size >= mostKeys) this.allowances = new Map()
    this.allowances.set(key, { left: left < 1 ? left : left - 1, at: now })
    return left >= 1
  }
}
