import type { RequestFacts } from './endpoint'
import { refused } from './errors'

/** How a request stands against its limit, for the headers of its answer. */
export interface Standing {
  limit: number
  remaining: number
  /** UNIX seconds at which everything may be asked again. */
  reset: number
}

const windowSeconds = 60

/** Keys that are remembered at once; of more, those that were counted longest ago are forgotten. */
const mostKeys = 20_000

/** Counts requests by key, each for a minute. */
class Windows {
  private readonly times = new Map<string, number[]>()

  /** Counts one more, unless there were as many as may be: then `wait` tells in how many seconds there may be another. */
  take(key: string, limit: number, now: number): Standing & { wait: number | null } {
    const recent = this.recent(key, now)
    if (recent.length >= limit) {
      const wait = recent[recent.length - limit]! + windowSeconds - now
      return { limit, remaining: 0, reset: Math.ceil(recent.at(-1)! + windowSeconds), wait }
    }
    recent.push(now)
    // The latest key stands last.
    this.times.delete(key)
    this.times.set(key, recent)
    if (this.times.size > mostKeys) this.times.delete(this.times.keys().next().value!)
    return { limit, remaining: limit - recent.length, reset: Math.ceil(now + windowSeconds), wait: null }
  }

  /** Uncounts the last one. */
  giveBack(key: string): void {
    this.times.get(key)?.pop()
  }

  private recent(key: string, now: number): number[] {
    return (this.times.get(key) ?? []).filter((time) => time > now - windowSeconds)
  }
}

/** Of this isolate: each counts for itself, so that counting costs no round trip (README, Limits). */
const windows = new Windows()

/** A further, tighter limit for requests of one kind. */
export interface Limit {
  /** What it counts; the endpoints that name it share it. */
  readonly name: string
  /** Which setting says how many there may be in a minute. */
  readonly setting: keyof Env
}

/** Whether a request counts, and towards which limit beside the one for all requests. */
export type Counted = 'request' | 'not' | Limit

/** One request's count (behaviour, Rate limits). */
export class Allowance {
  standing: Standing | null = null
  private readonly own: string | null

  constructor(
    private readonly env: Env,
    private readonly facts: Pick<RequestFacts, 'host' | 'address' | 'credentials'>,
    private readonly counted: Counted,
    private readonly now: number,
  ) {
    const { host, credentials } = facts
    this.own = credentials === null ? null : `${host} ${credentials.email?.toLowerCase() ?? credentials.key}`
  }

  private get isLimited(): boolean {
    return this.env.RATE_LIMITS !== 'off' && this.counted !== 'not'
  }

  private get limit(): Limit | null {
    return typeof this.counted === 'string' ? null : this.counted
  }

  /** Counts the request before it is answered, or refuses it with 429. */
  take(): void {
    if (!this.isLimited) return
    if (this.own === null) return this.takeByAddress()
    this.count(this.own, Number(this.env.REQUESTS_PER_MINUTE))
    if (this.limit !== null) this.count(`${this.own} ${this.limit.name}`, Number(this.env[this.limit.setting]))
  }

  /** Of several limits the answer tells the one that is nearest, also when it is a refusal. */
  private count(key: string, limit: number): void {
    const { wait, ...standing } = windows.take(key, limit, this.now)
    if (this.standing === null || standing.remaining < this.standing.remaining) this.standing = standing
    if (wait !== null)
      throw refused('API usage exceeded rate limit', { code: 'RATE_LIMIT_HIT', status: 429, 'retry-after': wait })
  }

  /**
   * The credentials were not good: it counts for the address, and not for the account, or anybody could use up the
   * allowance of anybody.
   */
  wasNobody(): void {
    if (!this.isLimited || this.own === null || this.standing === null) return
    windows.giveBack(this.own)
    if (this.limit !== null) windows.giveBack(`${this.own} ${this.limit.name}`)
    this.standing = null
    this.takeByAddress()
  }

  private takeByAddress(): void {
    // Nothing in front of the Worker told the address: this is no deployment.
    if (this.facts.address === null) return
    this.count(`address ${this.facts.address}`, Number(this.env.ANONYMOUS_REQUESTS_PER_MINUTE))
  }
}

/** The headers that tell a client how it stands. */
export const standingHeaders = ({ limit, remaining, reset }: Standing): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
})
