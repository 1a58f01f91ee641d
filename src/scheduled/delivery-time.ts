import { refused } from '../core/base/errors'
import { isTimezone } from '../settings/timezones'

/** The time of a delivery. */
interface DeliveryTime {
  /** UNIX time, seconds. */
  at: number
  /** In the form of the request, with the offset of its zone: `2022-03-01 09:30:00+01:00`. */
  shown: string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Longest time until a delivery, in milliseconds. */
const farthest = 366 * day

/** Date, time, seconds with fractions, offset from UTC. */
const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?:(:\d\d)(?:[.,]\d{1,9})?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/**
 * The time in a request, in ISO 8601. Without an offset it is in `zone`. It must be in whole seconds, in the future, and at most
 * a year ahead.
 */
export function deliveryTime(given: string, { zone, now }: { zone: string; now: number }): DeliveryTime {
  if (!isTimezone(zone)) throw refused('Invalid timezone')
  const [, date, time, seconds = ':00', offset] = form.exec(given.trim()) ?? []
  const local = clockTime(`${date}T${time}${seconds}`)
  const ahead = offset === undefined ? offsetOfClock(local, zone) : givenOffset(offset)
  const at = local - ahead
  assertDeliverable(at / 1000, now)
  return { at: at / 1000, shown: `${clock(local).replace('T', ' ')}${offsetText(ahead)}` }
}

/** Refuses a time, in UNIX seconds, that is not in the future, or more than a year ahead. */
export function assertDeliverable(at: number, now: number): void {
  if (at <= now) throw refused('Time must be in the future.')
  if ((at - now) * 1000 > farthest) throw refused('Time must be at most a year ahead.')
}

const invalid = () => refused('Invalid time format')

/** The time that a clock shows, as if the clock were in UTC, in milliseconds. */
function clockTime(text: string): number {
  const ms = Date.parse(`${text}Z`)
  // Otherwise 30 February would become 2 March, and 24:00 the next day.
  if (Number.isNaN(ms) || clock(ms) !== text) throw invalid()
  return ms
}

const clock = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

function givenOffset(text: string): number {
  if (text.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', '') || 0)]
  if (hours > 23 || minutes > 59) throw invalid()
  return (text.startsWith('-') ? -1 : 1) * (hours * hour + minutes * minute)
}

/**
 * The offset of a zone when its clocks show a time. For a time that they show twice, it is the first one; for a time that they
 * skip, the offset from before.
 */
function offsetOfClock(local: number, zone: string): number {
  const before = offsetAt(local - day, zone)
  const after = offsetAt(local + day, zone)
  return [before, after].find((offset) => offsetAt(local - offset, zone) === offset) ?? before
}

function offsetAt(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms)
  // `GMT+05:30`, and `GMT` alone for none.
  const name = parts.find(({ type }) => type === 'timeZoneName')!.value.slice('GMT'.length)
  return name === '' ? 0 : givenOffset(name)
}

function offsetText(offset: number): string {
  const size = Math.abs(offset)
  const digits = [Math.floor(size / hour), (size % hour) / minute].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${digits.join(':')}`
}
