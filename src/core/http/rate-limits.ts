import { tooMany } from '../base/errors'
import { untilMidnight } from '../base/units'
import type { ObjectCalls } from '../realm/realm-client'
import { countUse, knownUse, noteUse, noteUsedUp } from '../turn/isolate-use'
import { limitOfDay, limitedShares, type ShareIds, type SharedCounter } from '../turn/share-limits'
import { SlidingWindows, type LimitStatus } from './sliding-windows'

/** Requests by account. Each isolate counts alone, so that counting costs no round trip (docs/limits.md). */
const accounts = new SlidingWindows(4 * 1024 * 1024)

/** Requests by network. They have a cache of their own, so that strangers cannot push accounts out of it. */
const networks = new SlidingWindows(4 * 1024 * 1024)

/** Calls of the realm's object in a minute, after somebody has used up the requests of the day: enough for what ends a danger. */
const maxCallsWhenUsedUp = 2

/** So many read rows count as one request: about as many as a page of 250 messages reads. */
const rowsOfRequest = 1250

/** Default for deployments whose settings are older than this limit. Pages are full of pictures. */
const defaultFilesPerMinute = '1000'

/**
 * Default for deployments whose settings are older than this limit: ten a second. Polls do not count as requests. A poll is answered
 * when something happens, so one busy sender would use up the requests of everybody else.
 */
const defaultPollsPerMinute = '600'

/**
 * Default for deployments whose settings are older than this limit. Events beyond the first ones of a minute are only counted
 * (src/integrations/isolate-bursts.ts), so this bounds nothing but the work of one isolate.
 */
const defaultWebhooksPerMinute = '20000'

/** A further, tighter limit for some endpoints. */
export interface Limit {
  /** Name of the limit. Endpoints that use the same name share it. */
  readonly name: string
  /** The setting that says how many requests a minute there may be. */
  readonly setting: keyof Env
  /** Default for deployments whose settings are older than the limit. */
  readonly fallback?: string
}

/**
 * Kinds of requests, each of which has its own count: files and pictures, polls for events, events that other services post, and all
 * others.
 */
export type RequestKind = 'request' | 'file' | 'poll' | 'webhook'

/** The limits that a request counts towards: that of a kind, or that of `request` and a further one. */
export type CountedLimit = RequestKind | Limit

/**
 * Counts one request (behaviour, Rate limits): for its account, if the credentials are good, or else for its network. An account and
 * its bots count together.
 */
export class RateLimiter implements ObjectCalls {
  status: LimitStatus | null = null
  private shares: ShareIds | null = null
  private network: string | null = null
  private further: Limit | null = null

  constructor(
    private readonly env: Env,
    private readonly host: string,
    private readonly kind: RequestKind,
  ) {}

  /** The time. It is not remembered, because a request may last for a minute. */
  private get now(): number {
    return Date.now() / 1000
  }

  private get isLimited(): boolean {
    return this.env.RATE_LIMITS !== 'off'
  }

  /** Counts the request for an account, and no longer for its network; or refuses it with 429. */
  takeByAccount(shares: ShareIds): void {
    this.giveBackNetwork()
    if (!this.isLimited || this.shares !== null) return
    this.assertLeft(shares, 'rows_read')
    this.count(accounts, this.key(shares[0]), this.ofAccount)
    this.shares = shares
  }

  /** Id of the share for which the request counts; null until it is known who asks. */
  private get account(): number | null {
    return this.shares?.[0] ?? null
  }

  /** Refuses with 429 until midnight, if a share is used up as far as this isolate knows. */
  private assertLeft(shares: ShareIds, counter: SharedCounter): void {
    if (!this.isUsedUp(shares, counter)) return
    throw tooMany(untilMidnight(this.now), undefined, { used_up: counter })
  }

  private isUsedUp(shares: ShareIds, counter: SharedCounter): boolean {
    return limitedShares(shares).some(
      ({ share, kind }) => knownUse(share, counter) >= limitOfDay(this.env, kind, counter),
    )
  }

  /** Counts an operation that the day's shares limit, or refuses it with 429. */
  takeOfDay(counter: SharedCounter, amount: number): void {
    if (!this.isLimited || this.shares === null) return
    this.assertLeft(this.shares, counter)
    countUse(this.host, this.shares, counter, amount)
  }

  /** Refuses most calls of the realm's object, once it has said that there were too many today. Each call costs a request, even a refused one. */
  onCall(): void {
    if (!this.isLimited || this.shares === null || !this.isUsedUp(this.shares, 'object_requests')) return
    // Accounts that are limited to a part of the share have calls of their own, so that they do not take those of the others.
    const [share, , part = share] = this.shares
    const { wait } = accounts.take(`${part} used up`, maxCallsWhenUsedUp, this.now)
    if (wait !== null) throw tooMany(untilMidnight(this.now), undefined, { used_up: 'object_requests' })
  }

  /**
   * Counts calls of guards of reads for the day's share, because the realm's object does not see them. Answers false, and counts
   * none, if the share is used up, or if it is not known who asks.
   */
  takeGuardCalls(amount: number): boolean {
    if (!this.isLimited) return true
    if (this.shares === null || this.isUsedUp(this.shares, 'object_requests')) return false
    countUse(this.host, this.shares, 'object_requests', amount)
    return true
  }

  onUsedUp(counter: SharedCounter, { isPool, isPart }: { isPool: boolean; isPart: boolean }): void {
    const share = this.shares?.[isPool ? 1 : isPart ? 2 : 0]
    if (share !== undefined) noteUsedUp(share, counter)
  }

  /** Counts the request for a network, or refuses it with 429. Null, on a developer's machine, has no limit. */
  takeByNetwork(network: string | null): void {
    if (!this.isLimited || network === null || this.network !== null) return
    this.count(networks, this.keyOfNetwork(network), this.ofNetwork)
    this.network = network
  }

  /** Counts the request towards a further limit, or refuses it with 429. */
  takeFurther(counted: CountedLimit): void {
    if (typeof counted === 'string' || this.account === null) return
    this.count(accounts, `${this.account} ${counted.name}`, Number(this.env[counted.setting] ?? counted.fallback))
    this.further = counted
  }

  /** Takes back the count for the network, because the request counts for an account, or failed by our own fault. */
  giveBackNetwork(): void {
    if (this.network === null) return
    networks.giveBack(this.keyOfNetwork(this.network))
    this.network = null
    this.status = null
  }

  /** Takes back the count for the account, because the key was wrong: nobody may use up the limit of another account. */
  giveBackAccount(): void {
    if (this.account === null) return
    accounts.giveBack(this.key(this.account))
    if (this.further !== null) accounts.giveBack(`${this.account} ${this.further.name}`)
    this.shares = null
    this.further = null
    this.status = null
  }

  /** Refuses with 429 a request that had to wait, if earlier reads of the account turned out to be too much. */
  assertNotOverdrawn(): void {
    if (this.shares === null) return
    const limit = this.ofAccount
    this.assertLeft(this.shares, 'rows_read')
    if (accounts.isOverdrawn(this.key(this.shares[0]), limit, this.now))
      throw tooMany(accounts.take(this.key(this.shares[0]), limit, this.now).wait ?? 1)
  }

  /** Counts rows that the request read. It is answered all the same, but later ones may be refused. */
  charge(rows: number): void {
    if (this.shares !== null && rows > 0) countUse(this.host, this.shares, 'rows_read', rows)
    this.chargeRequests(rows)
  }

  /** Counts rows that the realm's object read for the request. The object has counted them for the day's share. */
  chargeInObject(rows: number): void {
    if (this.shares !== null && rows > 0) noteUse(this.shares, 'rows_read', rows)
    this.chargeRequests(rows)
  }

  /** Counts a request that reads many rows as several requests. */
  private chargeRequests(rows: number): void {
    if (this.account === null) return
    const amount = Math.floor(rows / rowsOfRequest)
    if (amount === 0 || this.kind !== 'request') return
    this.report(accounts.add(this.key(this.account), amount, this.ofAccount, this.now))
  }

  private key(whom: number | string): string {
    return `${whom} ${this.kind}`
  }

  /** A network has one limit for polls and other requests. */
  private keyOfNetwork(network: string): string {
    return `${network} ${this.kind === 'file' ? 'file' : 'request'}`
  }

  /** Requests of this kind of one account in a minute. */
  private get ofAccount(): number {
    const { REQUESTS_PER_MINUTE, FILES_PER_MINUTE, POLLS_PER_MINUTE, WEBHOOKS_PER_MINUTE } = this.env
    const maxRequests = {
      request: REQUESTS_PER_MINUTE,
      file: FILES_PER_MINUTE ?? defaultFilesPerMinute,
      poll: POLLS_PER_MINUTE ?? defaultPollsPerMinute,
      webhook: WEBHOOKS_PER_MINUTE ?? defaultWebhooksPerMinute,
    }
    return Number(maxRequests[this.kind])
  }

  /** Requests of this kind of one network in a minute. */
  private get ofNetwork(): number {
    return this.kind === 'file' ? this.ofAccount : Number(this.env.ANONYMOUS_REQUESTS_PER_MINUTE)
  }

  private count(windows: SlidingWindows, key: string, limit: number): void {
    const { wait, ...standing } = windows.take(key, limit, this.now)
    this.report(standing)
    if (wait !== null) throw tooMany(wait)
  }

  /** Notes the limit with the fewest remaining requests, for the headers of the answer. Answers with files have no such headers. */
  private report(standing: LimitStatus): void {
    if (this.kind === 'file') return
    if (this.status === null || standing.remaining < this.status.remaining) this.status = standing
  }
}

/** Headers that tell a client how many requests it has left. */
export const rateLimitHeaders = ({ limit, remaining, reset }: LimitStatus): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
})
