import { laterWords } from '../../i18n/later-words'

const [minute, hour, day, week] = [60, 3600, 86_400, 604_800]

/** A time that is chosen, or none. */
interface Limit {
  /** What is sent for no limit, and what is told. */
  readonly none: { readonly sent: number | string; readonly told: number | null }
  /** Times to choose from, in the unit of the setting. */
  readonly usual: readonly number[]
  /** What the setting counts, and what people count. */
  readonly counts: 'seconds' | 'days'
  /** Whether a shorter time deletes something for good. */
  readonly deletes?: true
}

const moments = [minute, 10 * minute, hour, day, week]

/** Settings that are times (behaviour, Realm settings). */
export const limits = {
  message_content_edit_limit_seconds: { none: { sent: 0, told: 0 }, usual: moments, counts: 'seconds' },
  message_content_delete_limit_seconds: { none: { sent: 'unlimited', told: null }, usual: moments, counts: 'seconds' },
  message_retention_days: {
    none: { sent: 'unlimited', told: -1 },
    usual: [30, 90, 180, 365, 730],
    counts: 'days',
    deletes: true,
  },
  waiting_period_threshold: { none: { sent: 0, told: 0 }, usual: [1, 3, 7, 14, 30], counts: 'days' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** A limit by its name, of the type that all have. */
export const limitOf = (name: LimitName): Limit => limits[name]

/** How many of what people write make how many of what the setting counts. */
export const inUnit = ({ counts }: Limit): number => (counts === 'seconds' ? minute : 1)

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', 1],
] as const

/** A time in words, in the largest unit of which it is a whole number. */
export function timeText({ counts, none }: Limit, value: number | null, name: LimitName): string {
  if (value === null || value === none.told) return laterWords.organization.rules.noLimit[name]
  const seconds = counts === 'seconds' ? value : value * day
  const [unit, size] = units.find(([, each]) => seconds % each === 0)!
  return new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / size,
  )
}
