import { DebouncedWork, storageLag } from '../base/debounced-work'
import { tooMany, type ApiError } from '../base/errors'
import { dayOf, untilMidnight } from '../base/units'
import {
  limitOfDay,
  limitedShares,
  sharedCounters,
  yearBytesOf,
  type ShareIds,
  type ShareKind,
  type ShareSettings,
  type SharedCounter,
} from './share-limits'

/** What a share used since midnight UTC. */
export type SharedUse = Partial<Record<SharedCounter, number>>

/** Shares that are stored together, as one row of the object's storage. */
interface Page {
  /** Days since 1970. */
  readonly day: number
  readonly usages: Record<number, SharedUse>
  /** Bytes that each share wrote in the last year, by share and then by number of the month. */
  readonly months: Record<number, Record<number, number>>
}

/** A page has the shares of this many ids in a row. */
const accountsPerPage = 256

const pagePrefix = 'share-pages:'

/** Begins the keys of this release's pages, and of what earlier releases stored of shares. */
const anyReleasePrefix = 'share'

const pageOf = (share: number): number => Math.floor(share / accountsPerPage)

/** Days of a month. A year counts as twelve of these. */
const monthDays = 30

/** Counts of requests and reads are stored when none came for some seconds, but after this many milliseconds at the latest. */
const maxQuietDelayMs = 60_000

/** The refusal of somebody who has used up their share. */
const refusals: Readonly<Record<SharedCounter, string>> = {
  rows_written: 'You and your bots have changed as much as one account may in a day',
  bytes_written: 'You and your bots have changed as much as one account may in a day',
  object_rows_written: 'You and your bots have changed as much as one account may in a day',
  rows_read: 'As much was read for you and your bots as may be in a day',
  object_requests: 'You and your bots have asked as often as one account may in a day',
  r2_reads: 'You and your bots have opened as many files as one account may in a day',
  r2_writes: 'You and your bots have stored as many files as one account may in a day',
}

/** How the product words refusals for accounts whose share is in a pool, or who may use only a part of their share. */
export interface ShareWords {
  /** The refusal when the pool is used up. */
  readonly poolUsedUp: string
  /** The refusal when the part is used up. */
  readonly partUsedUp: string
  /** Is added to every refusal of an account in a pool: how to get a larger share. */
  readonly hint: string
}

/**
 * Counts what each share has used of the day's quotas. A quota is for the whole organization, so an account whose share is used up
 * is refused. The day ends at midnight UTC, as it does for the platform's quotas. The counts are in the object's own storage,
 * because its memory is lost when it sleeps.
 */
export class DayShares {
  private readonly pages = new Map<number, Page>()
  private readonly unsaved = new Set<number>()
  /** Rows that changes are about to write, by share. */
  private readonly reserved = new Map<number, number>()
  private readonly saving: DebouncedWork
  private readonly savingWhenQuiet: DebouncedWork
  private prunedOn: number | null = null

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: ShareSettings & Pick<Env, 'STORAGE_WAIT_SECONDS'>,
    private readonly now: () => number,
    private readonly words: () => ShareWords,
  ) {
    const ms = storageLag(settings)
    this.saving = new DebouncedWork(() => this.save(), { ms })
    this.savingWhenQuiet = new DebouncedWork(() => this.save(), { ms, maxDelayMs: maxQuietDelayMs })
  }

  /** Refuses a change with 429 when a share is used up. Where changes that are under way may use it up, the refusal is for a second. */
  guardChange(shares: ShareIds): void {
    this.guard(shares, 'rows_written')
    this.guard(shares, 'bytes_written')
    for (const { share, kind } of limitedShares(shares)) {
      if (!this.isBelow(this.yearBytes(share), yearBytesOf(this.settings, kind)))
        throw tooMany(untilMidnight(this.now()), 'You and your bots have written as much as one account may in a year')
      const rows = this.used(share, 'rows_written') + this.reservedBy(share)
      if (!this.isBelow(rows, limitOfDay(this.settings, kind, 'rows_written')))
        throw tooMany(1, 'Large changes of yours are still under way')
    }
  }

  /** Refuses with 429 if one of the shares is used up. */
  guard(shares: ShareIds, counter: SharedCounter): void {
    const usedUp = this.usedUp(shares, counter)
    if (usedUp !== null) throw this.refusal(shares, counter, usedUp)
  }

  /** Whether none of the shares is used up today. */
  hasLeft(shares: ShareIds, counter: SharedCounter): boolean {
    return this.usedUp(shares, counter) === null
  }

  /** Whether accounts with these shares may write more today. */
  mayWrite(shares: ShareIds): boolean {
    return this.hasLeft(shares, 'rows_written') && this.hasLeft(shares, 'bytes_written')
  }

  /** The kind of the first share that is used up today; null if none is. */
  private usedUp(shares: ShareIds, counter: SharedCounter): ShareKind | null {
    const found = limitedShares(shares).find(
      ({ share, kind }) => !this.isBelow(this.used(share, counter), limitOfDay(this.settings, kind, counter)),
    )
    return found?.kind ?? null
  }

  /** Counts rows of a change until it is committed or fails. Otherwise many changes at once could exceed the share. */
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

  /** Counts what was used. Requests and reads are frequent, so they are stored when none came for some seconds. */
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
    if (isChange(use)) this.saving.schedule()
    else this.savingWhenQuiet.schedule()
  }

  /** Counts rows of the object's own storage before they are written. Refuses with 429 if a share is used up. */
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

  private refusal([, pool]: ShareIds, counter: SharedCounter, usedUp: ShareKind): ApiError {
    const { poolUsedUp, partUsedUp, hint } = this.words()
    const isPool = usedUp === 'pool'
    const isPart = usedUp === 'part' || usedUp === 'pooledPart'
    const reason = isPool ? poolUsedUp : isPart ? partUsedUp : refusals[counter]
    const msg = pool === undefined ? reason : `${reason}. ${hint}`
    const extra = { used_up: counter, ...(isPool && { is_pool: true }), ...(isPart && { is_part: true }) }
    return tooMany(untilMidnight(this.now()), msg, extra)
  }

  /** Deletes the counts of past days and years, once a day. */
  prune(): void {
    if (this.prunedOn === this.today) return
    this.prunedOn = this.today
    for (const [key] of this.storage.list({ prefix: anyReleasePrefix })) {
      const page = key.startsWith(pagePrefix) ? this.storage.get<Page>(key) : undefined
      const isEmpty = page === undefined || Object.keys(this.recentMonths(page.months)).length === 0
      if (isEmpty && !(page && page.day >= this.today)) this.storage.delete(key)
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
    const stored = this.pages.get(number) ?? this.storage.get<Page>(pagePrefix + number)
    const page =
      stored?.day === this.today
        ? stored
        : { day: this.today, usages: {}, months: this.recentMonths(stored?.months ?? {}) }
    this.pages.set(number, page)
    return page
  }

  /** The months of the last year, without shares that wrote nothing in them. */
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
      if (page) this.storage.put(pagePrefix + number, page)
    }
    this.unsaved.clear()
  }
}

const ids = (shares: ShareIds): number[] => limitedShares(shares).map(({ share }) => share)

const isChange = ({ rows_written, bytes_written, object_rows_written }: SharedUse): boolean =>
  rows_written !== undefined || bytes_written !== undefined || object_rows_written !== undefined
