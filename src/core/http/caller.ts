import type { Credentials, RequestFacts } from '../turn/call'
import { LruCache } from '../base/lru-cache'
import type { RequestContext } from './endpoint'
import { ApiError } from '../base/errors'
import { RateLimiter, type RequestKind } from './rate-limits'
import { Reader, RowCache } from '../sql/reader'
import type { Actor } from '../base/product'
import { Semaphore } from './semaphore'
import { sqlOver, type Database } from '../sql/sql'

/** What `core/` cannot know: who holds a key. */
export interface KeyHolders {
  /** What a key is remembered by; null when the credentials cannot be good, whatever the database holds. */
  mark(credentials: Credentials): string | null
  /** Who holds the key; refuses with 401 when nobody does here. */
  holder(ask: Pick<RequestContext<never>, 'sql' | 'facts' | 'env'>): Promise<Actor>
  /** The id of the account for which the requests of this one count: an account and its bots have one share. */
  shareOf(actor: Actor): number
}

/** What this isolate remembers of rows between requests, in bytes; `Reader` proves it each time it is used. */
export const rowCache = new RowCache(8 * 1024 * 1024)

/**
 * Accounts for which the requests with a key count, by the mark of the key. It tells what counts and not what is allowed: the
 * key is proven each time by whoever answers, and forgotten here as soon as it is not good.
 */
const counting = new LruCache<number>(4 * 1024 * 1024)

/** Reads of one account at once: what they cost is known only when they are done, and others wait for that. */
const reading = new Semaphore({ most: Infinity, mostOfOne: 4, keptMs: 2000, patienceMs: 30_000, mostWaiting: 2000 })

interface CallerInput {
  readonly env: Env
  readonly facts: RequestFacts
  readonly database: Database
  readonly kind: RequestKind
  readonly holders: KeyHolders
}

/** Who comes with a request, as far as it is known, and what it counts for. */
export class Caller {
  readonly limiter: RateLimiter
  private readonly mark: string | null
  private account: number | null

  constructor(private readonly given: CallerInput) {
    const { env, facts, kind, holders } = given
    this.limiter = new RateLimiter(env, kind)
    this.mark = facts.credentials === null ? null : holders.mark(facts.credentials)
    this.account = this.mark === null ? null : (counting.get(this.mark) ?? null)
  }

  /** Who asks, for what is shared out fairly. */
  get name(): string {
    return this.account === null ? `from ${this.given.facts.address ?? 'somewhere'}` : String(this.account)
  }

  /** Counts the request, or refuses it with 429, before anything is asked for it. */
  countRequest(): void {
    if (this.account === null) this.limiter.takeByNetwork(this.given.facts.address)
    else this.limiter.takeByAccount(this.account)
  }

  /** Refuses with 401 credentials that are not good; those that were lately are proven by whoever answers, if not `anew`. */
  async prove({ anew = false } = {}): Promise<void> {
    if (this.given.facts.credentials === null || (this.account !== null && !anew)) return
    try {
      this.hasValidCredentials(await this.holder())
    } catch (error) {
      if (!(error instanceof ApiError)) this.limiter.giveBackNetwork()
      throw error
    }
    this.limiter.takeByAccount(this.account!)
  }

  /** Who holds the key. What was remembered of it may be the reason why it has to be proven. */
  private holder(): Promise<Actor> {
    const { facts, env, database, holders } = this.given
    const reader = new Reader(database, rowCache)
    const sql = sqlOver({
      run: (statement) => reader.run(statement),
      cachedFirst: (statement) => reader.refresh(statement),
    })
    return holders.holder({ sql, facts, env })
  }

  /** Takes note of whose the credentials are. */
  hasValidCredentials(holder: Actor): void {
    this.account = this.given.holders.shareOf(holder)
    if (this.mark !== null) counting.set(this.mark, this.account)
  }

  /** Takes note of a refusal of the credentials: from now on they count for the network, and have to be proven first. */
  rejectedCredentials(): void {
    if (this.account === null) return
    this.account = null
    if (this.mark !== null) counting.delete(this.mark)
    this.limiter.giveBackAccount()
    this.countRequest()
  }

  /** Does the reading when it is the turn of this account. */
  async reads<T>(work: () => Promise<T>): Promise<T> {
    if (this.account === null || this.given.env.RATE_LIMITS === 'off') return work()
    return reading.hold(1, this.name, async () => {
      this.limiter.assertNotOverdrawn()
      return work()
    })
  }
}
