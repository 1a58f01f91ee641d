import { LruCache } from './lru-cache'
import { dayOf, untilMidnight } from './units'

/** Default for deployments whose settings are older than this limit: a fifth of what the free plan reads in a day. */
const usualRowsPerDay = '1000000'

/** Rows that may be read for one account in a day. */
export const rowsReadPerDay = ({ ROWS_READ_PER_DAY }: Pick<Env, 'ROWS_READ_PER_DAY'>): number =>
  Number(ROWS_READ_PER_DAY ?? usualRowsPerDay)

/** Counts the rows read for each account since midnight UTC, when the database's quota starts again. */
export class DailyRows {
  private readonly read: LruCache<{ day: number; rows: number }>

  constructor(mostBytes: number) {
    this.read = new LruCache(mostBytes)
  }

  add(key: string, rows: number, now: number): void {
    this.read.set(key, { day: dayOf(now), rows: this.today(key, now) + rows })
  }

  /** Seconds until the account may read again; null when it may read now. */
  wait(key: string, limit: number, now: number): number | null {
    return this.today(key, now) < limit ? null : untilMidnight(now)
  }

  private today(key: string, now: number): number {
    const read = this.read.get(key)
    return read?.day === dayOf(now) ? read.rows : 0
  }
}
