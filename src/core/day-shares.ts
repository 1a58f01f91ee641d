import { Buffer } from 'node:buffer'
import { refused } from './errors'
import type { Fragment } from './sql'

const daySeconds = 24 * 3600
const mebibyte = 1024 * 1024

/** What one share has had written since midnight UTC. */
interface Written {
  /** Days since 1970. */
  day: number
  /** Rows, as the database counts them. */
  rows: number
  /** Of the texts that were bound. */
  bytes: number
}

/** Milliseconds after a change in which its count is stored: a burst costs few rows of the object's storage. */
const delay = 100

const prefix = 'share:'

type Settings = Pick<Env, 'ROWS_WRITTEN_PER_DAY' | 'MIB_WRITTEN_PER_DAY' | 'RATE_LIMITS'>

/**
 * Counts what each account, together with its bots, has the database write in a day, and refuses further changes of one
 * that had its share: the rows of a day and the bytes of the database are there for the whole organization. The day ends
 * at midnight UTC, as that of the platform's quotas. Kept in the object's own storage, or sleep would end the day.
 */
export class DayShares {
  private readonly shares = new Map<number, Written>()
  private readonly unsaved = new Set<number>()
  private timer: ReturnType<typeof setTimeout> | null = null
  private prunedOn: number | null = null

  constructor(
    private readonly storage: SyncKvStorage,
    private readonly settings: Settings,
    private readonly now: () => number,
  ) {}

  /** Refuses with 429 when the share is used up. */
  guard(share: number): void {
    if (this.settings.RATE_LIMITS === 'off') return
    const { day, rows, bytes } = this.of(share)
    const { ROWS_WRITTEN_PER_DAY, MIB_WRITTEN_PER_DAY } = this.settings
    if (rows < Number(ROWS_WRITTEN_PER_DAY) && bytes < Number(MIB_WRITTEN_PER_DAY) * mebibyte) return
    throw refused('You and your bots have changed as much as one account may in a day', {
      code: 'RATE_LIMIT_HIT',
      status: 429,
      'retry-after': (day + 1) * daySeconds - this.now(),
    })
  }

  /** Counts a change that is committed. */
  count(share: number, { rows, bytes }: Pick<Written, 'rows' | 'bytes'>): void {
    const written = this.of(share)
    written.rows += rows
    written.bytes += bytes
    this.unsaved.add(share)
    this.timer ??= setTimeout(() => this.save(), delay)
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
    const known = this.shares.get(share) ?? this.storage.get<Written>(prefix + share)
    const written = known?.day === this.today ? known : { day: this.today, rows: 0, bytes: 0 }
    this.shares.set(share, written)
    return written
  }

  private save(): void {
    this.timer = null
    for (const share of this.unsaved) this.storage.put(prefix + share, this.of(share))
    this.unsaved.clear()
  }
}

/** Bytes of the texts that statements bind: what they make the database keep, and a little more. */
export const bytesOf = (writes: readonly Fragment[]): number =>
  writes
    .flatMap(({ values }) => values)
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)
