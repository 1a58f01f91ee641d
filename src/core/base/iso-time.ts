import { LruCache, stringBytes } from './lru-cache'

const msOfDay = 86_400_000

/** Dates by the number of days since 1970, such as `2026-11-26`: about 7,000 of them. */
const dates = new LruCache<string>(1_000_000)

/**
 * A time in ISO 8601 with its offset; microseconds only when they are not zero. For a list of ten thousand people, `Date` alone would
 * take 10 ms to write as many times, and this takes a third of it.
 */
export function isoTime(seconds: number): string {
  const ms = Math.trunc(seconds * 1000)
  const day = Math.floor(ms / msOfDay)
  const msSinceMidnight = ms - day * msOfDay
  const fraction = msSinceMidnight % 1000
  const [hours, minutes, rest] = [
    msSinceMidnight / 3_600_000,
    (msSinceMidnight / 60_000) % 60,
    (msSinceMidnight / 1000) % 60,
  ]
  const time = `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(rest)}`
  return `${dateOf(day)}T${time}${fraction ? `.${String(fraction).padStart(3, '0')}000` : ''}+00:00`
}

const twoDigits = (number: number): string => `${number < 10 ? '0' : ''}${Math.floor(number)}`

function dateOf(day: number): string {
  const key = String(day)
  const cachedDate = dates.get(key)
  if (cachedDate !== undefined) return cachedDate
  const date = new Date(day * msOfDay).toISOString().split('T')[0]!
  dates.set(key, date, stringBytes(date))
  return date
}
