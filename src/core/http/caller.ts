import type { RequestFacts } from '../turn/call'
import { LruCache } from '../base/lru-cache'
import type { Authentication } from './authentication'
import { ApiError } from '../base/errors'
import { RateLimiter, type RequestKind } from './rate-limits'
import { Reader, RowCache } from '../sql/reader'
import type { Actor } from '../base/product'
import { Semaphore } from './semaphore'
import { sqlOver, type Database } from '../sql/sql'

/** Rows that this isolate keeps between requests. `Reader` revalidates them each time that they are used. */
export const rowCache = new RowCache(8 * 1024 * 1024)

/**
 * Accounts for which the requests with a key count, by the mark of the key. This is for rate limits only: the key is verified
 * for each answer, and goes from here as soon as it is not good.
 */
const counting = new LruCache<number>(4 * 1024 * 1024)

/** Limits the reads of one account at once: their cost is known only when they are done, and others wait for that. */
const reading = new Semaphore({ most: Infinity, mostOfOne: 4, keptMs: 2000, patienceMs: 30_000, mostWaiting: 2000 })

interface CallerInput {
  readonly env: Env
  readonly facts: RequestFacts
  readonly database: Database
  readonly kind: RequestKind
  readonly authentication: Authentication
}

/** The sender of a request: an account as far as it is known, else a network. Its requests are counted here. */
export class Caller {
  readonly limiter: RateLimiter
  private readonly mark: string | null
  private account: number | null

  constructor(private readonly input: CallerInput) {
    const { env, facts, kind, authentication } = input
    this.limiter = new RateLimiter(env, kind)
    this.mark = facts.credentials === null ? null : authentication.mark(facts.credentials)
    this.account = this.mark === null ? null : (counting.get(this.mark) ?? null)
  }

  /** Names the sender, where senders share something fairly. */
  get name(): string {
    return this.account === null ? `from ${this.input.facts.address ?? 'somewhere'}` : String(this.account)
  }

  /** Counts the request, or refuses it with 429. */
  countRequest(): void {
    if (this.account === null) this.limiter.takeByNetwork(this.input.facts.address)
    else this.limiter.takeByAccount(this.account)
  }

  /** Refuses bad credentials with 401. Credentials that were good lately are verified only if `anew`, or else by the answer itself. */
  async verify({ anew = false } = {}): Promise<void> {
    if (this.input.facts.credentials === null || (this.account !== null && !anew)) return
    try {
      this.hasValidCredentials(await this.holder())
    } catch (error) {
      if (!(error instanceof ApiError)) this.limiter.giveBackNetwork()
      throw error
    }
    this.limiter.takeByAccount(this.account!)
  }

  /** Looks up the account of the key in the database, because a cached row may be out of date. */
  private holder(): Promise<Actor> {
    const { facts, env, database, authentication } = this.input
    const reader = new Reader(database, rowCache)
    const sql = sqlOver({
      run: (statement) => reader.run(statement),
      cachedFirst: (statement) => reader.refresh(statement),
    })
    return authentication.holder({ sql, facts, env })
  }

  /** Notes the account that the credentials belong to. */
  hasValidCredentials(holder: Actor): void {
    this.account = this.input.authentication.shareOf(holder)
    if (this.mark !== null) counting.set(this.mark, this.account)
  }

  /** Notes that the credentials were refused: their requests count for the network, and have to be verified first. */
  rejectedCredentials(): void {
    if (this.account === null) return
    this.account = null
    if (this.mark !== null) counting.delete(this.mark)
    this.limiter.giveBackAccount()
    this.countRequest()
  }

  /** Reads when fewer than the most reads of this account are under way. */
  async reads<T>(work: () => Promise<T>): Promise<T> {
    if (this.account === null || this.input.env.RATE_LIMITS === 'off') return work()
    return reading.hold(1, this.name, async () => {
      this.limiter.assertNotOverdrawn()
      return work()
    })
  }
}
