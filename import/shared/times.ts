/** Times in whole UNIX seconds, none of which is after the import. */
export class Times {
  /** In UNIX seconds. */
  private readonly now: number

  constructor(now: number) {
    this.now = now
  }

  /** A time from UNIX seconds. Null, and what is no time, becomes the fallback. */
  second(seconds: number | null, fallback = 0): number {
    const time = seconds === null || !(seconds >= 0) ? fallback : seconds
    return Math.floor(Math.min(Math.max(time, 0), this.now))
  }

  /** A time from a date in ISO 8601. */
  fromDate(date: unknown, fallback = 0): number {
    return this.second(secondsOfDate(date), fallback)
  }
}

/** UNIX seconds, with fractions, of a date in ISO 8601; null if it is none. */
export function secondsOfDate(date: unknown): number | null {
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(date)) return null
  const milliseconds = Date.parse(date)
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000
}
