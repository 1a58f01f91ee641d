import { DailyRows } from './daily-rows'
import { refused } from './errors'
import { Windows, type Standing } from './windows'

/** Of this isolate: each counts for itself, so that counting costs no round trip (README, Limits). */
const accounts = new Windows(4 * 1024 * 1024)
/** Apart from those of accounts, which strangers must not make forgotten. */
const networks = new Windows(4 * 1024 * 1024)
const rowsRead = new DailyRows(1024 * 1024)

/** So many rows are read for what counts as one request: a page of 250 messages reads as many. */
const rowsOfRequest = 1250

/** A fifth of what the free plan reads in a day; for deployments whose settings are older than this limit. */
const usualRowsPerDay = '1000000'

/** Pages are full of pictures. For deployments whose settings are older than this limit. */
const usualFilesPerMinute = '1000'

/** A further, tighter limit for requests of one kind. */
export interface Limit {
  /** What it counts; the endpoints that name it share it. */
  readonly name: string
  /** Which setting says how many there may be in a minute. */
  readonly setting: keyof Env
}

/** What a request counts as: a request, one with a further limit, or a file or picture, of which pages ask many. */
export type Counted = 'request' | 'file' | Limit

/**
 * One request's count (behaviour, Rate limits): for the account that it comes from, as far as that is proven, or else for
 * the network that it comes from. All that is known of an account is a number, which it may share with others.
 */
export class Allowance {
  standing: Standing | null = null
  private account: number | null = null
  private network: string | null = null
  private further: Limit | null = null

  constructor(
    private readonly env: Env,
    private readonly counted: 'request' | 'file',
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
    const wait = rowsRead.wait(String(account), this.rowsPerDay, this.now)
    if (wait !== null) throw limitHit(wait)
    this.count(accounts, this.key(account), this.perMinute('REQUESTS_PER_MINUTE'))
    this.account = account
  }

  /** Counts for a network, or refuses with 429; null where nothing told it, which is no deployment. */
  takeByNetwork(network: string | null): void {
    if (!this.isLimited || network === null || this.network !== null) return
    this.count(networks, this.key(network), this.perMinute('ANONYMOUS_REQUESTS_PER_MINUTE'))
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
    networks.giveBack(this.key(this.network))
    this.network = null
    this.standing = null
  }

  /** Uncounts what was counted for the account: anybody could use up the allowance of anybody. */
  giveBackAccount(): void {
    if (this.account === null) return
    accounts.giveBack(this.key(this.account))
    if (this.further !== null) accounts.giveBack(`${this.account} ${this.further.name}`)
    this.account = null
    this.further = null
    this.standing = null
  }

  /** Refuses to begin what was let in before other requests of the account were found to have read too much. */
  assertNotOverdrawn(): void {
    if (this.account === null) return
    const limit = this.perMinute('REQUESTS_PER_MINUTE')
    const wait = rowsRead.wait(String(this.account), this.rowsPerDay, this.now)
    if (wait !== null) throw limitHit(wait)
    if (accounts.isOverdrawn(this.key(this.account), limit, this.now))
      throw limitHit(accounts.take(this.key(this.account), limit, this.now).wait ?? 1)
  }

  /** Counts what was read: the answer is given, whatever it cost, and the next ones wait for it. */
  charge(rows: number): void {
    if (this.account === null || rows === 0) return
    rowsRead.add(String(this.account), rows, this.now)
    const amount = Math.floor(rows / rowsOfRequest)
    if (amount === 0 || this.counted === 'file') return
    this.told(accounts.add(this.key(this.account), amount, this.perMinute('REQUESTS_PER_MINUTE'), this.now))
  }

  private key(whom: number | string): string {
    return this.counted === 'file' ? `${whom} files` : String(whom)
  }

  private perMinute(setting: 'REQUESTS_PER_MINUTE' | 'ANONYMOUS_REQUESTS_PER_MINUTE'): number {
    return Number(this.counted === 'file' ? (this.env.FILES_PER_MINUTE ?? usualFilesPerMinute) : this.env[setting])
  }

  private get rowsPerDay(): number {
    return Number(this.env.ROWS_READ_PER_DAY ?? usualRowsPerDay)
  }

  private count(windows: Windows, key: string, limit: number): void {
    const { wait, ...standing } = windows.take(key, limit, this.now)
    this.told(standing)
    if (wait !== null) throw limitHit(wait)
  }

  /** Of several limits the answer tells the one that is nearest, also when it is a refusal. Of files it tells none. */
  private told(standing: Standing): void {
    if (this.counted === 'file') return
    if (this.standing === null || standing.remaining < this.standing.remaining) this.standing = standing
  }
}

export const limitHit = (wait: number) =>
  refused('API usage exceeded rate limit', { code: 'RATE_LIMIT_HIT', status: 429, 'retry-after': wait })

/** The headers that tell a client how it stands. */
export const standingHeaders = ({ limit, remaining, reset }: Standing): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
})
