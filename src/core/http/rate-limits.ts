import { DailyRows, rowsReadPerDay } from '../base/daily-rows'
import { tooMany } from '../base/errors'
import { SlidingWindows, type LimitStatus } from './sliding-windows'

/** Of this isolate: each counts for itself, so that counting costs no round trip (docs/limits.md). */
const accounts = new SlidingWindows(4 * 1024 * 1024)
/** Apart from those of accounts, which strangers must not make forgotten. */
const networks = new SlidingWindows(4 * 1024 * 1024)
const rowsRead = new DailyRows(1024 * 1024)

/** So many rows are read for what counts as one request: a page of 250 messages reads as many. */
const rowsOfRequest = 1250

/** Pages are full of pictures. For deployments whose settings are older than this limit. */
const usualFilesPerMinute = '1000'

/**
 * A poll is answered when something happens: if polls counted as requests, whoever says much would use up everybody else's.
 * Ten a second, for deployments whose settings are older than this limit.
 */
const usualPollsPerMinute = '600'

/** A further, tighter limit for requests of one kind. */
export interface Limit {
  /** What it counts; the endpoints that name it share it. */
  readonly name: string
  /** Which setting says how many there may be in a minute. */
  readonly setting: keyof Env
}

/** What requests are counted apart as: files and pictures, of which pages ask many, polls for events, and all others. */
export type RequestKind = 'request' | 'file' | 'poll'

/** What a request counts as: one of a kind, or a request with a further limit. */
export type Counted = RequestKind | Limit

/**
 * One request's count (behaviour, Rate limits): for the account that it comes from, as far as that is proven, or else for
 * the network that it comes from. All that is known of an account is a number, which it may share with others.
 */
export class RateLimiter {
  status: LimitStatus | null = null
  private account: number | null = null
  private network: string | null = null
  private further: Limit | null = null

  constructor(
    private readonly env: Env,
    private readonly kind: RequestKind,
  ) {}

  /** A request may last for a minute, so what it counts at its end counts from then. */
  private get now(): number {
    return Date.now() / 1000
  }

  private get isLimited(): boolean {
    return this.env.RATE_LIMITS !== 'off'
  }

  /** Counts for an account, or refuses with 429. What was counted for a network until now is not any more. */
  takeByAccount(account: number): void {
    this.giveBackNetwork()
    if (!this.isLimited || this.account !== null) return
    const wait = rowsRead.wait(String(account), rowsReadPerDay(this.env), this.now)
    if (wait !== null) throw tooMany(wait)
    this.count(accounts, this.key(account), this.ofAccount)
    this.account = account
  }

  /** Counts for a network, or refuses with 429; null where nothing told it, which is no deployment. */
  takeByNetwork(network: string | null): void {
    if (!this.isLimited || network === null || this.network !== null) return
    this.count(networks, this.keyOfNetwork(network), this.ofNetwork)
    this.network = network
  }

  /** Counts towards a further limit. */
  takeFurther(counted: Counted): void {
    if (typeof counted === 'string' || this.account === null) return
    this.count(accounts, `${this.account} ${counted.name}`, Number(this.env[counted.setting]))
    this.further = counted
  }

  /** Uncounts what was counted for the network: somebody is responsible for it, or it is our own fault. */
  giveBackNetwork(): void {
    if (this.network === null) return
    networks.giveBack(this.keyOfNetwork(this.network))
    this.network = null
    this.status = null
  }

  /** Uncounts what was counted for the account: anybody could use up the limiter of anybody. */
  giveBackAccount(): void {
    if (this.account === null) return
    accounts.giveBack(this.key(this.account))
    if (this.further !== null) accounts.giveBack(`${this.account} ${this.further.name}`)
    this.account = null
    this.further = null
    this.status = null
  }

  /** Refuses to begin what was let in before other requests of the account were found to have read too much. */
  assertNotOverdrawn(): void {
    if (this.account === null) return
    const limit = this.ofAccount
    const wait = rowsRead.wait(String(this.account), rowsReadPerDay(this.env), this.now)
    if (wait !== null) throw tooMany(wait)
    if (accounts.isOverdrawn(this.key(this.account), limit, this.now))
      throw tooMany(accounts.take(this.key(this.account), limit, this.now).wait ?? 1)
  }

  /** Counts what was read: the answer is given, whatever it cost, and the next ones wait for it. */
  charge(rows: number): void {
    if (this.account === null || rows === 0) return
    rowsRead.add(String(this.account), rows, this.now)
    const amount = Math.floor(rows / rowsOfRequest)
    if (amount === 0 || this.kind !== 'request') return
    this.report(accounts.add(this.key(this.account), amount, this.ofAccount, this.now))
  }

  private key(whom: number | string): string {
    return `${whom} ${this.kind}`
  }

  /** Whoever is nobody has one limiter for polls and all else. */
  private keyOfNetwork(network: string): string {
    return `${network} ${this.kind === 'file' ? 'file' : 'request'}`
  }

  /** Requests of this kind of one account in a minute. */
  private get ofAccount(): number {
    const { REQUESTS_PER_MINUTE, FILES_PER_MINUTE, POLLS_PER_MINUTE } = this.env
    const most = {
      request: REQUESTS_PER_MINUTE,
      file: FILES_PER_MINUTE ?? usualFilesPerMinute,
      poll: POLLS_PER_MINUTE ?? usualPollsPerMinute,
    }
    return Number(most[this.kind])
  }

  /** Of one network. */
  private get ofNetwork(): number {
    return this.kind === 'file' ? this.ofAccount : Number(this.env.ANONYMOUS_REQUESTS_PER_MINUTE)
  }

  private count(windows: SlidingWindows, key: string, limit: number): void {
    const { wait, ...standing } = windows.take(key, limit, this.now)
    this.report(standing)
    if (wait !== null) throw tooMany(wait)
  }

  /** Of several limits the answer tells the one that is nearest, also when it is a refusal. Of files it tells none. */
  private report(standing: LimitStatus): void {
    if (this.kind === 'file') return
    if (this.status === null || standing.remaining < this.status.remaining) this.status = standing
  }
}

/** The headers that tell a client how it stands. */
export const rateLimitHeaders = ({ limit, remaining, reset }: LimitStatus): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
})
