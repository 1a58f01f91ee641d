import type { RequestFacts } from '../turn/call'
import { LruCache } from '../base/lru-cache'
import { isFarFromPrimary } from '../base/regions'
import type { Authentication } from './authentication'
import type { Defer } from './endpoint'
import { ApiError } from '../base/errors'
import { logFailure } from '../base/failures'
import type { ShareIds } from '../turn/share-limits'
import { isReportDue } from '../turn/isolate-use'
import { RateLimiter, type RequestKind } from './rate-limits'
import { Reader, RowCache } from '../sql/reader'
import type { Actor } from '../base/product'
import { Semaphore } from './semaphore'
import { RealmClient } from '../realm/realm-client'
import type { RealmObject } from '../realm/realm-object'
import { daySeconds, untilMidnight } from '../base/units'
import type { Database } from '../sql/database'
import { sqlOver, type Sql } from '../sql/sql'

/** Rows that this isolate remembers between requests. `Reader` revalidates them each time that they are used. */
export const rowCache = new RowCache(8 * 1024 * 1024)

/**
 * The shares for which the requests of sessions count, by the mark of the session. This is for rate limits only: each answer
 * verifies its session, and a session that is not good is removed from here.
 */
const sharesByMark = new LruCache<Counting>(4 * 1024 * 1024)

interface Counting {
  readonly shares: ShareIds
  /** The realm of the session, and the host at which it was verified. */
  readonly realm_id: number
  readonly host: string
  /** UNIX time at which the use of the session is to be noted again. */
  readonly until: number
  /** Milliseconds since 1970 when the account was last looked up because the limits of the share were reached; 0: never. */
  readonly lookedUpAt: number
}

/** Whether a session counts for another share by now is looked up once in this many milliseconds, because it reads a row. */
const lookUpEveryMs = 10_000

/**
 * The use of a session is noted within this many seconds after midnight. Each note is a commit for which others wait, so they must
 * not all come at once.
 */
const renewalSpreadSeconds = 3600

/** What is known of a session; undefined if it must be verified, and its use noted. */
function countingOf(mark: string): Counting | undefined {
  const found = sharesByMark.get(mark)
  return found !== undefined && found.until > Date.now() / 1000 ? found : undefined
}

/** A time soon after the next midnight UTC. It is a day from now at the latest. */
function soonAfterMidnight(): number {
  const now = Date.now() / 1000
  return now + Math.min(untilMidnight(now) + Math.random() * renewalSpreadSeconds, daySeconds)
}

/** Limits how many reads of one account are under way. Their cost is known only when they are done, so further ones wait for that. */
const accountReads = new Semaphore({ max: Infinity, maxOfOwner: 4, leaseMs: 2000, maxWaitMs: 30_000, maxWaiting: 2000 })

interface CallerInput {
  readonly env: Env
  readonly facts: RequestFacts
  readonly database: Database
  readonly kind: RequestKind
  readonly authentication: Authentication
  readonly defer: Defer
}

/** The sender of a request: an account, or a network if the account is not known. Counts its requests. */
export class Caller {
  readonly limiter: RateLimiter
  /** Names the session; null without credentials that could be good. */
  readonly mark: string | null
  private shares: ShareIds | null
  private lookUpNearby: Promise<boolean> | null = null

  constructor(private readonly input: CallerInput) {
    const { env, facts, kind, authentication } = input
    this.limiter = new RateLimiter(env, facts.host, kind)
    this.mark = facts.credentials === null ? null : authentication.mark(facts.credentials)
    this.shares = this.mark === null ? null : (countingOf(this.mark)?.shares ?? null)
  }

  /** Names the sender, for limits of what one sender may take. */
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
   * Looks up, now and then, whether the account counts for another share than this isolate remembers. While the isolate refuses all
   * its requests, it would not learn that otherwise.
   */
  private async countsForAnother(): Promise<boolean> {
    const { mark, shares } = this
    const found = mark === null ? undefined : countingOf(mark)
    if (found === undefined || Date.now() - found.lookedUpAt < lookUpEveryMs) return false
    sharesByMark.set(mark!, { ...found, lookedUpAt: Date.now() })
    this.hasValidCredentials(await this.holder())
    return String(this.shares) !== String(shares)
  }

  /**
   * Refuses bad credentials with 401. If they were good lately, or a replica nearby still knows them, the answer itself verifies
   * them, unless `always` is true.
   */
  async verify({ always = false } = {}): Promise<void> {
    if (this.input.facts.credentials === null || (this.shares !== null && !always)) return
    if (!always && (await this.isKnownNearby())) return
    try {
      this.hasValidCredentials(await this.holder())
    } catch (error) {
      if (!(error instanceof ApiError) || error.refusal.status >= 500) this.limiter.giveBackNetwork()
      throw error
    }
    this.limiter.takeByAccount(this.shares!)
  }

  /** Whether this isolate knows for whose share the request counts. */
  get isVerified(): boolean {
    return this.shares !== null
  }

  /** Realm of the session; null if this isolate has not verified the session at this host today. */
  get realm_id(): number | null {
    const found = this.mark === null ? undefined : countingOf(this.mark)
    return found !== undefined && found.host === this.input.facts.host ? found.realm_id : null
  }

  /**
   * Whether the session is good as far as the nearest replica knows, however old that is. So a stranger wakes no object, and nobody
   * else waits for a trip to the primary before the object or the answer verifies the session. False near the primary.
   */
  isKnownNearby(): Promise<boolean> {
    if (this.shares !== null) return Promise.resolve(true)
    return (this.lookUpNearby ??= this.lookedUpNearby())
  }

  private async lookedUpNearby(): Promise<boolean> {
    const { facts, env, authentication, database } = this.input
    if (facts.credentials === null || !isFarFromPrimary(env, facts.region)) return false
    const nearby = database.clone()
    nearby.readFromAnyReplica()
    const reader = new Reader(nearby, rowCache)
    // The row may be old. It is cached all the same, because each use of a cached row is verified.
    const sql = sqlOver({
      run: (statement) => reader.run(statement),
      cachedFirst: (statement) => reader.refresh(statement),
    })
    const holder = await authentication.knownHolder({ sql, facts, env }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) logFailure('looking a session up nearby', error)
      return null
    })
    if (holder === null) return false
    this.hasValidCredentials(holder)
    this.limiter.takeByAccount(this.shares!)
    this.limiter.charge(nearby.tally.rows_read)
    return true
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

  /** Called when the credentials turned out to be good. Notes their account, and the first use of the session on a day. */
  hasValidCredentials(holder: Actor): void {
    this.shares = this.input.authentication.sharesOf(holder)
    if (this.mark === null) return
    const before = countingOf(this.mark)
    // A ticket does not count as a use of its session, because it may be an old one.
    if (before === undefined && this.input.facts.credentials?.by === 'ticket') return
    const { until, lookedUpAt } = before ?? { until: soonAfterMidnight(), lookedUpAt: 0 }
    const { realm_id } = holder
    sharesByMark.set(this.mark, { shares: this.shares, realm_id, host: this.input.facts.host, until, lookedUpAt })
    if (before === undefined) this.renew(holder)
  }

  /** Notes the use of the session. The answer does not wait for it. */
  private renew(holder: Actor): void {
    const { authentication, defer } = this.input
    defer(authentication.renew(holder, this.realm()).catch((error) => logFailure('noting the use of a session', error)))
  }

  /** Reports to the realm's object what was used for the account, once it is much. The answer does not wait for it. */
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
    return new RealmClient(objects, facts, () => this.realm_id ?? authentication.realm({ sql: this.sql(), facts, env }))
  }

  /** Called when the credentials were refused. Their requests count for the network from now on, and are verified first. */
  rejectedCredentials(): void {
    if (this.shares === null) return
    this.shares = null
    if (this.mark !== null) sharesByMark.delete(this.mark)
    this.limiter.giveBackAccount()
    this.limiter.takeByNetwork(this.input.facts.address)
  }

  /** Does a read, once few enough reads of this account are under way. */
  async reads<T>(work: () => Promise<T>): Promise<T> {
    if (this.shares === null || this.input.env.RATE_LIMITS === 'off') return work()
    return accountReads.hold(1, this.name, async () => {
      this.limiter.assertNotOverdrawn()
      return work()
    })
  }
}
