import { rowsReadPerDay } from '../base/daily-rows'
import { Debounced } from '../base/debounced'
import { tooMany, type ApiError } from '../base/errors'
import { daySeconds, mebibyte } from '../base/units'

/** A fifth of the rows that the free plan writes in a day, and so much text; for deployments whose settings are older. */
const usual = { rows: '20000', mebibytes: '25' }

/** What one share has had written, and read, since midnight UTC. */
interface Written {
  /** Days since 1970. */
  day: number
  /** Rows, as the database counts them. */
  rows: number
  /** Of the texts that were bound, those of the log of events included. */
  bytes: number
  /** Rows of the object's own storage, for which the platform has a quota of the same size. */
  stored: number
  /** Rows that were read for sockets. */
  read: number
}

const nothing = { rows: 0, bytes: 0, stored: 0, read: 0 }

/** What is read is stored once for so many rows: a count that takes a row each time would cost more than it saves. */
const readRowsOfCount = 1000

/** Milliseconds after a change in which its count is stored: a burst costs few rows of the object's storage. */
const delay = 100

const prefix = 'share:'

type Settings = Pick<Env, 'ROWS_WRITTEN_PER_DAY' | 'MIB_WRITTEN_PER_DAY' | 'ROWS_READ_PER_DAY' | 'RATE_LIMITS'>

/**
 * Counts what each account, together with its bots, has the database write in a day, and read for its sockets, and refuses
 * more to one that had its share: the rows of a day and the bytes of the database are there for the whole organization.
 * The day ends at midnight UTC, as that of the platform's quotas. Kept in the object's own storage, or sleep would end it.
 */
export class DayShares {
  private readonly shares = new Map<number, Written>()
  private readonly unsaved = new Set<number>()
  private readonly saving = new Debounced(() => this.save(), delay)
  private prunedOn: number | null = null

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: Settings,
    private readonly now: () => number,
  ) {}

  /** Refuses a change with 429 when the share is used up. */
  guard(share: number): void {
    if (!this.hasLeft(share)) throw this.tooMuch()
  }

  /** Whether more may be written today. */
  hasLeft(share: number): boolean {
    const { rows, bytes } = this.of(share)
    return this.isBelow(rows, this.mostRows) && this.isBelow(bytes, this.mostBytes)
  }

  /** Counts a change that is committed. */
  count(share: number, { rows, bytes }: Pick<Written, 'rows' | 'bytes'>): void {
    this.add(share, { rows, bytes })
  }

  /** Counts rows of the object's own storage before they are written, or refuses with 429 when there were as many. */
  charge(share: number, stored: number): void {
    if (!this.isBelow(this.of(share).stored, this.mostRows)) throw this.tooMuch()
    this.add(share, { stored })
  }

  /** Refuses to read for a socket with 429 when as much was read; of other reads the Worker keeps count (`rate-limits.ts`). */
  guardReads(share: number): void {
    const { read } = this.of(share)
    if (!this.isBelow(read, rowsReadPerDay(this.settings)))
      throw this.tooMuch('As much was read for your sockets as may be in a day')
  }

  /** Counts what was read for a socket. */
  countRead(share: number, read: number): void {
    const written = this.of(share)
    const counted = Math.floor(written.read / readRowsOfCount)
    written.read += read
    if (Math.floor(written.read / readRowsOfCount) > counted) this.keep(share)
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
    return tooMany((this.today + 1) * daySeconds - this.now(), msg)
  }

  private add(share: number, { rows = 0, bytes = 0, stored = 0 }: Partial<Written>): void {
    const written = this.of(share)
    written.rows += rows
    written.bytes += bytes
    written.stored += stored
    this.keep(share)
  }

  private keep(share: number): void {
    this.unsaved.add(share)
    this.saving.soon()
  }

  /** Forgets the days that are over, once in each. */
  prune(): void {
    if (this.prunedOn === this.today) return
    this.prunedOn = this.today
    for (const [key, { day }] of this.storage.list<Written>({ prefix })) if (day < this.today) this.storage.delete(key)
    for (const [share, { day }] of this.shares) if (day < this.today) this.shares.delete(share)
  }

  private get today(): number {
    return Math.floor(this.now() / daySeconds)
  }

  private of(share: number): Written {
    const stored = this.shares.get(share) ?? this.storage.get<Written>(prefix + share)
    const written = { day: this.today, ...nothing, ...(stored?.day === this.today && stored) }
    this.shares.set(share, written)
    return written
  }

  private save(): void {
    for (const share of this.unsaved) this.storage.put(prefix + share, this.of(share))
    this.unsaved.clear()
  }
}
