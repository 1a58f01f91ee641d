const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdays = /^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?$/

/** Hours from UTC of common abbreviations. */
const zones: Record<string, number> = {
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
  ast: -4,
  adt: -3,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
}

interface Parts {
  year?: number
  month?: number
  day?: number
  hour?: number
  minute?: number
  second?: number
  /** Hours from UTC. */
  zone?: number
}

/** Years that a date may be in; ISO 8601 writes others at greater length. */
const isYear = (year: number): boolean => year >= 1 && year <= 9999

/**
 * A time in Unix seconds, from Unix seconds, ISO 8601 or a common date format, in UTC unless it has a zone. Null if it is none of
 * these, or no valid date.
 */
export function parseTime(text: string): number | null {
  if (/^-?\d{5,12}(?:\.\d{1,6})?$/.test(text)) {
    const seconds = Math.floor(Number(text))
    return isYear(new Date(seconds * 1000).getUTCFullYear()) ? seconds : null
  }
  const parts: Parts = {}
  let rest = text.toLowerCase().replaceAll(',', ' ').trim()
  if (rest === '') return null
  while (rest !== '') {
    const form = forms.find(([pattern]) => pattern.test(rest))
    if (form === undefined) return null
    const [pattern, read] = form
    const match = pattern.exec(rest)!
    if (!set(parts, read(match, parts))) return null
    rest = rest.slice(match[0].length).trimStart()
  }
  return secondsOf(parts)
}

/** Adds parts of a time. Fails if one is given twice. */
function set(parts: Parts, read: Parts | null): boolean {
  if (read === null || Object.keys(read).some((name) => name in parts)) return false
  Object.assign(parts, read)
  return true
}

type Form = [pattern: RegExp, read: (match: RegExpExecArray, parts: Parts) => Parts | null]

const number = (text: string | undefined): number => Number(text ?? 0)

/** Each reads from the beginning; the first that fits counts. */
const forms: Form[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:t(?=\d)|(?=\s|$))/, ([, year, month, day]) => date(year, month, day)],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?=\s|$)/, ([, year, month, day]) => date(year, month, day)],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?=\s|$)/, ([, month, day, year]) => date(year, month, day)],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=\s|$)/, ([, day, month, year]) => date(year, month, day)],
  [
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s*([ap])\.?m\.?(?=\s|$))?/,
    ([, hour, minute, second, half]) => clock(number(hour), number(minute), number(second), half),
  ],
  [/^(\d{1,2})\s*([ap])\.?m\.?(?=\s|$)/, ([, hour, half]) => clock(number(hour), 0, 0, half)],
  [
    /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?(?=\s|$)/,
    ([, sign, hours, minutes], parts) =>
      parts.hour === undefined ? null : { zone: Number(`${sign}1`) * (number(hours) + number(minutes) / 60) },
  ],
  [/^(?:noon|midnight)(?=\s|$)/, ([word]) => ({ hour: word === 'noon' ? 12 : 0, minute: 0, second: 0 })],
  [/^(\d{4})(?=\s|$)/, ([, year]) => ({ year: number(year) })],
  [/^(\d{1,2})(?:st|nd|rd|th)?(?=\s|$)/, ([, day]) => ({ day: number(day) })],
  [/^([a-z]+)\.?(?=\s|$)/, ([, word]) => partsOfWord(word!)],
]

const date = (year?: string, month?: string, day?: string): Parts => ({
  year: number(year),
  month: number(month),
  day: number(day),
})

function clock(hour: number, minute: number, second: number, half: string | undefined): Parts | null {
  if (half === undefined) return { hour, minute, second }
  if (hour < 1 || hour > 12) return null
  return { hour: (hour % 12) + (half === 'p' ? 12 : 0), minute, second }
}

function partsOfWord(word: string): Parts | null {
  if (weekdays.test(word) || word === 'at' || word === 'of' || word === 'on') return {}
  const zone = zones[word]
  if (zone !== undefined) return { zone }
  const month = months.indexOf(word.slice(0, 3))
  const isMonth = month >= 0 && (word.length === 3 || fullMonths.has(word))
  return isMonth ? { month: month + 1 } : null
}

const fullMonths = new Set(
  'january february march april june july august sept september october november december'.split(' '),
)

function secondsOf({ year, month, day, hour = 0, minute = 0, second = 0, zone = 0 }: Parts): number | null {
  if (year === undefined || month === undefined || !isYear(year)) return null
  if (hour > 24 || minute > 59 || second > 60 || Math.abs(zone) > 15) return null
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, day ?? 1)
  if (moment.getUTCMonth() !== month - 1) return null
  const seconds = moment.getTime() / 1000 + hour * 3600 + minute * 60 + second - zone * 3600
  return isYear(new Date(seconds * 1000).getUTCFullYear()) ? seconds : null
}
