import { Debounced, storageLag } from '../base/debounced'
import { tooMany, type ApiError } from '../base/errors'
import { dayOf, untilMidnight } from '../base/units'
import {
  ofPool,
  ofPooledShare,
  ofShare,
  sharedCounters,
  yearBytesOf,
  type ShareSettings,
  type SharedCounter,
} from './share-limits'

/** The share that an account uses, and the pool of which that share is a part, if it is in one: both are counted. */
export type ShareIds = readonly [share: number, pool?: number]

/** What a share used since midnight UTC. */
export type SharedUse = Partial<Record<SharedCounter, number>>

/** Shares that are stored together, in a row of the object's storage. */
interface Page {
  /** Days since 1970. */
  readonly day: number
  readonly usages: Record<number, SharedUse>
  /** Bytes written by each share in the months of the last year, by the number of the month. */
  readonly months: Record<number, Record<number, number>>
}

/** Ids of accounts whose shares are a page. */
const accountsOfPage = 256

const prefix = 'share-pages:'

/** Of what is stored now, and of the shares of earlier releases. */
const allPrefix = 'share'

const pageOf = (share: number): number => Math.floor(share / accountsOfPage)

/** Days of a month, of which a year has twelve. */
const monthDays = 30

/** Milliseconds by which further requests and reads put off that their counts are stored: most changes store them anyway. */
const longestQuietMs = 60_000

/** What is told to somebody who has used up their share, by what it was. */
const refusals: Readonly<Record<SharedCounter, string>> = {
  rows_written: 'You and your bots have changed as much as one account may in a day',
  bytes_written: 'You and your bots have changed as much as one account may in a day',
  object_rows_written: 'You and your bots have changed as much as one account may in a day',
  rows_read: 'As much was read for you and your bots as may be in a day',
  object_requests: 'You and your bots have asked as often as one account may in a day',
  r2_reads: 'You and your bots have opened as many files as one account may in a day',
  r2_writes: 'You and your bots have stored as many files as one account may in a day',
}

/** What the product says to accounts whose share is in a pool. */
export interface PoolWords {
  /** The refusal when the pool is used up. */
  readonly usedUp: string
  /** What is added to every refusal: how to get a larger share. */
  readonly hint: string
}

type ShareKind = 'share' | 'pooled' | 'pool'

/** What a share of each kind may use in a day. */
const limits = { share: ofShare, pooled: ofPooledShare, pool: ofPool } satisfies Record<ShareKind, unknown>

/** Shares with their kinds. */
function limited([share, pool]: ShareIds): { share: number; kind: ShareKind }[] {
  if (pool === undefined) return [{ share, kind: 'share' }]
  return [
    { share, kind: 'pooled' },
    { share: pool, kind: 'pool' },
  ]
}

/**
 * Shares of the quotas of the day: what each account may use with all who use its share. A quota is for the whole organization,
 * so an account that has used up its share is refused. The day ends at midnight UTC, as that of the platform's quotas. The
 * counts are in the object's own storage, because memory is lost when it sleeps.
 */
export class DayShares {
  private readonly pages = new Map<number, Page>()
  private readonly unsaved = new Set<number>()
  /** Rows of changes that are not committed yet, by share. */
  private readonly reserved = new Map<number, number>()
  private readonly saving: Debounced
  private readonly savingWhenQuiet: Debounced
  private prunedOn: number | null = null

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: ShareSettings & Pick<Env, 'STORAGE_WAIT_SECONDS'>,
    private readonly now: () => number,
    private readonly poolWords: () => PoolWords,
  ) {
    const ms = storageLag(settings)
    this.saving = new Debounced(() => this.save(), { ms })
    this.savingWhenQuiet = new Debounced(() => this.save(), { ms, longestMs: longestQuietMs })
  }

  /** Refuses a change with 429 when a share is used up, for a moment if that depends on changes that are under way. */
  guardChange(shares: ShareIds): void {
    this.guard(shares, 'rows_written')
    this.guard(shares, 'bytes_written')
    for (const { share, kind } of limited(shares)) {
      if (!this.isBelow(this.yearBytes(share), yearBytesOf(this.settings, kind)))
        throw tooMany(untilMidnight(this.now()), 'You and your bots have written as much as one account may in a year')
      const rows = this.used(share, 'rows_written') + this.reservedBy(share)
      if (!this.isBelow(rows, limits[kind](this.settings, 'rows_written')))
        throw tooMany(1, 'Large changes of yours are still under way')
    }
  }

  /** Refuses with 429 what one of the shares has used up. */
  guard(shares: ShareIds, counter: SharedCounter): void {
    const usedUp = this.usedUp(shares, counter)
    if (usedUp !== null) throw this.refusal(shares, counter, { isPool: usedUp === 'pool' })
  }

  /** Whether there is something left of all the shares today. */
  hasLeft(shares: ShareIds, counter: SharedCounter): boolean {
    return this.usedUp(shares, counter) === null
  }

  /** Whether a share may write more today. */
  mayWrite(share: number): boolean {
    return this.hasLeft([share], 'rows_written') && this.hasLeft([share], 'bytes_written')
  }

  /** The kind of the first share of which nothing is left today; null if all have something left. */
  private usedUp(shares: ShareIds, counter: SharedCounter): ShareKind | null {
    const found = limited(shares).find(
      ({ share, kind }) => !this.isBelow(this.used(share, counter), limits[kind](this.settings, counter)),
    )
    return found?.kind ?? null
  }

  /** Counts rows of a change until it is committed or fails: many changes at once must not pass the share. */
  reserve(shares: ShareIds, rows: number): void {
    for (const share of ids(shares)) this.reserved.set(share, this.reservedBy(share) + rows)
  }

  /** Takes back what `reserve` counted. */
  release(shares: ShareIds, rows: number): void {
    for (const share of ids(shares)) {
      const remaining = this.reservedBy(share) - rows
      if (remaining > 0) this.reserved.set(share, remaining)
      else this.reserved.delete(share)
    }
  }

  private reservedBy(share: number): number {
    return this.reserved.get(share) ?? 0
  }

  /** Counts what was used. Requests and reads are stored when there are none for some seconds: they are frequent. */
  count(shares: ShareIds, use: SharedUse): void {
    for (const share of ids(shares)) {
      const page = this.page(share)
      const usage = (page.usages[share] ??= {})
      for (const counter of sharedCounters) {
        const amount = use[counter]
        if (amount !== undefined) usage[counter] = (usage[counter] ?? 0) + amount
      }
      if (use.bytes_written !== undefined) {
        const months = (page.months[share] ??= {})
        months[this.month] = (months[this.month] ?? 0) + use.bytes_written
      }
      this.unsaved.add(pageOf(share))
    }
    if (isChange(use)) this.saving.soon()
    else this.savingWhenQuiet.soon()
  }

  /** Counts rows of the object's own storage before they are written, or refuses with 429 when a share is used up. */
  charge(shares: ShareIds, rows: number): void {
    this.guard(shares, 'object_rows_written')
    this.count(shares, { object_rows_written: rows })
  }

  /** What a share used today. */
  of(share: number): SharedUse {
    return this.page(share).usages[share] ?? {}
  }

  private used(share: number, counter: SharedCounter): number {
    return this.of(share)[counter] ?? 0
  }

  private yearBytes(share: number): number {
    return Object.values(this.page(share).months[share] ?? {}).reduce((sum, bytes) => sum + bytes, 0)
  }

  private isBelow(amount: number, limit: number): boolean {
    return this.settings.RATE_LIMITS === 'off' || amount < limit
  }

  private refusal([, pool]: ShareIds, counter: SharedCounter, { isPool }: { isPool: boolean }): ApiError {
    const { usedUp, hint } = this.poolWords()
    const reason = isPool ? usedUp : refusals[counter]
    const msg = pool === undefined ? reason : `${reason}. ${hint}`
    return tooMany(untilMidnight(this.now()), msg, { used_up: counter, ...(isPool && { is_pool: true }) })
  }

  /** Deletes the counts of past days and years, once a day. */
  prune(): void {
    if (this.prunedOn === this.today) return
    this.prunedOn = this.today
    for (const [key, stored] of this.storage.list<Page>({ prefix: allPrefix })) {
      const isEmpty = !key.startsWith(prefix) || Object.keys(this.recentMonths(stored.months)).length === 0
      if (stored.day < this.today && isEmpty) this.storage.delete(key)
    }
    for (const [number, { day }] of this.pages) if (day < this.today) this.pages.delete(number)
  }

  private get today(): number {
    return dayOf(this.now())
  }

  private get month(): number {
    return Math.floor(this.today / monthDays)
  }

  private page(share: number): Page {
    const number = pageOf(share)
    const stored = this.pages.get(number) ?? this.storage.get<Page>(prefix + number)
    const page =
      stored?.day === this.today
        ? stored
        : { day: this.today, usages: {}, months: this.recentMonths(stored?.months ?? {}) }
    this.pages.set(number, page)
    return page
  }

  /** The months of the last year, of the shares that wrote in them. */
  private recentMonths(months: Page['months']): Page['months'] {
    const recent: Page['months'] = {}
    for (const [share, bytesByMonth] of Object.entries(months)) {
      const ofLastYear = Object.entries(bytesByMonth).filter(([month]) => Number(month) > this.month - 12)
      if (ofLastYear.length > 0) recent[Number(share)] = Object.fromEntries(ofLastYear)
    }
    return recent
  }

  private save(): void {
    for (const number of this.unsaved) {
      const page = this.pages.get(number)
      if (page) this.storage.put(prefix + number, page)
    }
    this.unsaved.clear()
  }
}

const ids = (shares: ShareIds): number[] => shares.filter((share) => share !== undefined)

const isChange = ({ rows_written, bytes_written, object_rows_written }: SharedUse): boolean =>
  rows_written !== undefined || bytes_written !== undefined || object_rows_written !== undefined
