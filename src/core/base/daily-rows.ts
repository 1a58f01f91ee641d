import { LruCache } from './lru-cache'
import { daySeconds } from './units'

/** A fifth of what the free plan reads in a day; for deployments whose settings are older than this limit. */
const usualRowsPerDay = '1000000'

/** Rows that may be read for one account in a day. */
export const rowsReadPerDay = ({ ROWS_READ_PER_DAY }: Pick<Env, 'ROWS_READ_PER_DAY'>): number =>
  Number(ROWS_READ_PER_DAY ?? usualRowsPerDay)

/** Rows that were read for each account since midnight, UTC, which is when the database's quota begins anew. */
export class DailyRows {
  private readonly read: LruCache<{ day: number; rows: number }>

  constructor(mostBytes: number) {
    this.read = new LruCache(mostBytes)
  }

  add(key: string, rows: number, now: number): void {
    this.read.set(key, { day: dayOf(now), rows: this.today(key, now) + rows })
  }

  /** Seconds until the account may read again; null when it may. */
  wait(key: string, limit: number, now: number): number | null {
    return this.today(key, now) < limit ? null : (dayOf(now) + 1) * daySeconds - now
  }

  private today(key: string, now: number): number {
    const read = this.read.get(key)
    return read?.day === dayOf(now) ? read.rows : 0
  }
}

const dayOf = (now: number): number => Math.floor(now / daySeconds)
