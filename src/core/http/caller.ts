import type { RequestFacts } from '../turn/call'
import { LruCache } from '../base/lru-cache'
import type { Authentication } from './authentication'
import type { Defer } from './endpoint'
import { ApiError } from '../base/errors'
import { logFailure } from '../base/failures'
import type { ShareIds } from '../turn/day-shares'
import { isReportDue } from '../turn/isolate-use'
import { RateLimiter, type RequestKind } from './rate-limits'
import { Reader, RowCache } from '../sql/reader'
import type { Actor } from '../base/product'
import { Semaphore } from './semaphore'
import { RealmClient } from '../realm/realm-client'
import type { RealmObject } from '../realm/realm-object'
import { daySeconds, untilMidnight } from '../base/units'
import { sqlOver, type Database, type Sql } from '../sql/sql'

/** Rows that this isolate keeps between requests. `Reader` revalidates them each time that they are used. */
export const rowCache = new RowCache(8 * 1024 * 1024)

/**
 * Shares for which the requests of a session count, by the mark of the session, with the time at which its use is to be noted
 * again, in UNIX seconds. This is for rate limits only: the session is verified for each answer, and goes from here as soon as
 * it is not good.
 */
const counting = new LruCache<Counting>(4 * 1024 * 1024)

interface Counting {
  readonly shares: ShareIds
  readonly until: number
  /** Milliseconds since 1970 when the account was last looked up because the limits of the share were reached; 0: never. */
  readonly lookedUpAt: number
}

/** Milliseconds between two looks whether a session counts for another share by now, each of which reads a row. */
const lookUpEveryMs = 10_000

/** Seconds after midnight over which the notes are renewalSpreadSeconds. Each is a commit that others wait for, and all are due at once. */
const renewalSpreadSeconds = 3600

/** What is known of a session; undefined when it must be verified, and its use noted. */
function countingOf(mark: string): Counting | undefined {
  const found = counting.get(mark)
  return found !== undefined && found.until > Date.now() / 1000 ? found : undefined
}

/** A time soon after the next midnight UTC, and a day from now at the latest. */
function soonAfterMidnight(): number {
  const now = Date.now() / 1000
  return now + Math.min(untilMidnight(now) + Math.random() * renewalSpreadSeconds, daySeconds)
}

/** Limits the reads of one account at once: their cost is known only when they are done, and others wait for that. */
const reading = new Semaphore({ max: Infinity, maxOfOwner: 4, leaseMs: 2000, maxWaitMs: 30_000, maxWaiting: 2000 })

interface CallerInput {
  readonly env: Env
  readonly facts: RequestFacts
  readonly database: Database
  readonly kind: RequestKind
  readonly authentication: Authentication
  readonly defer: Defer
}

/** The sender of a request: an account as far as it is known, else a network. Its requests are counted here. */
export class Caller {
  readonly limiter: RateLimiter
  private readonly mark: string | null
  private shares: ShareIds | null

  constructor(private readonly input: CallerInput) {
    const { env, facts, kind, authentication } = input
    this.limiter = new RateLimiter(env, facts.host, kind)
    this.mark = facts.credentials === null ? null : authentication.mark(facts.credentials)
    this.shares = this.mark === null ? null : (countingOf(this.mark)?.shares ?? null)
  }

  /** Names the sender, where senders share something fairly. */
  get name(): string {
    return this.shares === null ? `from ${this.input.facts.address ?? 'somewhere'}` : String(this.shares[0])
  }

  /** Counts the request, or refuses it with 429. */
  async countRequest(): Promise<void> {
    if (this.shares === null) return this.limiter.takeByNetwork(this.input.facts.address)
    try {
      this.limiter.takeByAccount(this.shares)
    } catch (refusal) {
      if (!(await this.countsForAnother())) throw refusal
      this.limiter.takeByAccount(this.shares)
    }
  }

  /**
   * Whether the account uses another share than this isolate remembers, which it would not learn as long as it refuses all requests.
   * Looks only now and then.
   */
  private async countsForAnother(): Promise<boolean> {
    const { mark, shares } = this
    const found = mark === null ? undefined : countingOf(mark)
    if (found === undefined || Date.now() - found.lookedUpAt < lookUpEveryMs) return false
    counting.set(mark!, { ...found, lookedUpAt: Date.now() })
    this.hasValidCredentials(await this.holder())
    return String(this.shares) !== String(shares)
  }

  /** Refuses bad credentials with 401. Credentials that were good lately are verified only if `anew`, or else by the answer itself. */
  async verify({ anew = false } = {}): Promise<void> {
    if (this.input.facts.credentials === null || (this.shares !== null && !anew)) return
    try {
      this.hasValidCredentials(await this.holder())
    } catch (error) {
      if (!(error instanceof ApiError) || error.refusal.status >= 500) this.limiter.giveBackNetwork()
      throw error
    }
    this.limiter.takeByAccount(this.shares!)
  }

  /** Looks up the account of the session in the database, because a cached row may be out of date. */
  private holder(): Promise<Actor> {
    const { facts, env, authentication } = this.input
    return authentication.holder({ sql: this.sql(), facts, env })
  }

  private sql(): Sql {
    const reader = new Reader(this.input.database, rowCache)
    return sqlOver({
      run: (statement) => reader.run(statement),
      cachedFirst: (statement) => reader.refresh(statement),
    })
  }

  /** Notes the account that the credentials belong to, and the first use of its session on a day. */
  hasValidCredentials(holder: Actor): void {
    this.shares = this.input.authentication.sharesOf(holder)
    if (this.mark === null) return
    const before = countingOf(this.mark)
    if (before === undefined) {
      // A ticket is no use of its session: it may be an old one.
      if (this.input.facts.credentials?.by === 'ticket') return
      this.renew(holder)
    }
    const { until, lookedUpAt } = before ?? { until: soonAfterMidnight(), lookedUpAt: 0 }
    counting.set(this.mark, { shares: this.shares, until, lookedUpAt })
  }

  /** Notes the use of the session. The answer does not wait for it. */
  private renew(holder: Actor): void {
    const { authentication, defer } = this.input
    defer(authentication.renew(holder, this.realm()).catch((error) => logFailure('noting the use of a session', error)))
  }

  /** Has the realm's object count what was used for the account, once it is much. The answer does not wait for it. */
  reportUse(): void {
    const { facts, defer } = this.input
    if (this.shares === null || !isReportDue(facts.host, this.shares)) return
    defer(
      this.realm()
        .reportUse()
        .catch((error) => logFailure('counting what was used', error)),
    )
  }

  private realm(): RealmClient {
    const { env, facts, authentication } = this.input
    const objects = env.REALM as DurableObjectNamespace<RealmObject>
    return new RealmClient(objects, facts, () => authentication.realm({ sql: this.sql(), facts, env }))
  }

  /** Notes that the credentials were refused: their requests count for the network, and have to be verified first. */
  rejectedCredentials(): void {
    if (this.shares === null) return
    this.shares = null
    if (this.mark !== null) counting.delete(this.mark)
    this.limiter.giveBackAccount()
    this.limiter.takeByNetwork(this.input.facts.address)
  }

  /** Reads when fewer than the most reads of this account are under way. */
  async reads<T>(work: () => Promise<T>): Promise<T> {
    if (this.shares === null || this.input.env.RATE_LIMITS === 'off') return work()
    return reading.hold(1, this.name, async () => {
      this.limiter.assertNotOverdrawn()
      return work()
    })
  }
}
