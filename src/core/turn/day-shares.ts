import { rowsReadPerDay } from '../base/daily-rows'
import { Debounced, storageLag } from '../base/debounced'
import { tooMany, type ApiError } from '../base/errors'
import { dayOf, mebibyte, untilMidnight } from '../base/units'

/** Defaults for deployments whose settings are older than these limits: a fifth of the rows that the free plan writes in a day. */
const usual = { rows: '20000', mebibytes: '25' }

/** Usage of one share since midnight UTC. */
interface Usage {
  /** Rows written, as the database counts them. */
  rows: number
  /** Bytes of the texts in these writes, with those of the event log. */
  bytes: number
  /** Rows written in the object's own storage, for which the platform has a quota of the same size. */
  stored: number
  /** Rows read for sockets. */
  read: number
}

const nothing = { rows: 0, bytes: 0, stored: 0, read: 0 }

/** Rows read between two times that the count is stored: storing each count would cost more than it saves. */
const readRowsOfCount = 1000

/** Shares that are stored together, in a row of the object's storage. */
interface Page {
  /** Days since 1970. */
  readonly day: number
  readonly usages: Record<number, Usage>
}

/** Ids of accounts whose shares are a page. */
const accountsOfPage = 64

const prefix = 'shares:'

/** Of what is stored now, and of the shares of earlier releases, each of which had a row. */
const allPrefix = 'share'

const pageOf = (share: number): number => Math.floor(share / accountsOfPage)

type Settings = Pick<
  Env,
  'ROWS_WRITTEN_PER_DAY' | 'MIB_WRITTEN_PER_DAY' | 'ROWS_READ_PER_DAY' | 'RATE_LIMITS' | 'STORAGE_WAIT_SECONDS'
>

/**
 * Shares of the day's quota: what each account with its bots may write, and read for its sockets. The quota is for the whole
 * organization, so an account that has used up its share is refused. The day ends at midnight UTC, as that of the platform's
 * quotas. The counts are in the object's own storage, because memory is lost when it sleeps.
 */
export class DayShares {
  private readonly pages = new Map<number, Page>()
  private readonly unsaved = new Set<number>()
  /** Rows of changes that are not committed yet, by share. */
  private readonly reserved = new Map<number, number>()
  private readonly saving
  private prunedOn: number | null = null

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: Settings,
    private readonly now: () => number,
  ) {
    this.saving = new Debounced(() => this.save(), storageLag(settings))
  }

  /** Refuses a change with 429 when the share is used up, for a moment if that depends on changes that are under way. */
  guard(share: number): void {
    if (!this.hasLeft(share)) throw this.tooMuch()
    if (!this.isBelow(this.of(share).rows + this.reservedBy(share), this.mostRows))
      throw tooMany(1, 'Large changes of yours are still under way')
  }

  /** Whether more may be written today. */
  hasLeft(share: number): boolean {
    const { rows, bytes } = this.of(share)
    return this.isBelow(rows, this.mostRows) && this.isBelow(bytes, this.mostBytes)
  }

  /** Counts rows of a change until it is committed or fails: many changes at once must not pass the share. */
  reserve(share: number, rows: number): void {
    this.reserved.set(share, this.reservedBy(share) + rows)
  }

  /** Takes back what `reserve` counted. */
  release(share: number, rows: number): void {
    const left = this.reservedBy(share) - rows
    if (left > 0) this.reserved.set(share, left)
    else this.reserved.delete(share)
  }

  private reservedBy(share: number): number {
    return this.reserved.get(share) ?? 0
  }

  /** Counts a change that is committed. */
  count(share: number, { rows, bytes }: Pick<Usage, 'rows' | 'bytes'>): void {
    this.add(share, { rows, bytes })
  }

  /** Counts rows of the object's own storage before they are written, or refuses with 429 when the share is used up. */
  charge(share: number, stored: number): void {
    if (!this.isBelow(this.of(share).stored, this.mostRows)) throw this.tooMuch()
    this.add(share, { stored })
  }

  /** Refuses reading for a socket with 429 when the share is used up. Other reads are counted by the Worker (`rate-limits.ts`). */
  guardReads(share: number): void {
    const { read } = this.of(share)
    if (!this.isBelow(read, rowsReadPerDay(this.settings)))
      throw this.tooMuch('As much was read for your sockets as may be in a day')
  }

  /** Counts rows read for a socket. */
  countRead(share: number, read: number): void {
    const usage = this.of(share)
    const counted = Math.floor(usage.read / readRowsOfCount)
    usage.read += read
    if (Math.floor(usage.read / readRowsOfCount) > counted) this.keep(share)
  }

  private get mostRows(): number {
    return Number(this.settings.ROWS_WRITTEN_PER_DAY ?? usual.rows)
  }

  private get mostBytes(): number {
    return Number(this.settings.MIB_WRITTEN_PER_DAY ?? usual.mebibytes) * mebibyte
  }

  private isBelow(amount: number, most: number): boolean {
    return this.settings.RATE_LIMITS === 'off' || amount < most
  }

  private tooMuch(msg = 'You and your bots have changed as much as one account may in a day'): ApiError {
    return tooMany(untilMidnight(this.now()), msg)
  }

  private add(share: number, { rows = 0, bytes = 0, stored = 0 }: Partial<Usage>): void {
    const usage = this.of(share)
    usage.rows += rows
    usage.bytes += bytes
    usage.stored += stored
    this.keep(share)
  }

  private keep(share: number): void {
    this.unsaved.add(pageOf(share))
    this.saving.soon()
  }

  /** Deletes the counts of past days, once a day. */
  prune(): void {
    if (this.prunedOn === this.today) return
    this.prunedOn = this.today
    for (const [key, { day }] of this.storage.list<Pick<Page, 'day'>>({ prefix: allPrefix }))
      if (day < this.today) this.storage.delete(key)
    for (const [number, { day }] of this.pages) if (day < this.today) this.pages.delete(number)
  }

  private get today(): number {
    return dayOf(this.now())
  }

  private of(share: number): Usage {
    const number = pageOf(share)
    const stored = this.pages.get(number) ?? this.storage.get<Page>(prefix + number)
    const page = stored?.day === this.today ? stored : { day: this.today, usages: {} }
    this.pages.set(number, page)
    return (page.usages[share] ??= { ...nothing })
  }

  private save(): void {
    for (const number of this.unsaved) {
      const page = this.pages.get(number)
      if (page) this.storage.put(prefix + number, page)
    }
    this.unsaved.clear()
  }
}
