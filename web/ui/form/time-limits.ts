import { texts } from '../../i18n'

const [minute, hour, day, week] = [60, 3600, 86_400, 604_800]

/** A setting that is a time or unlimited. */
interface Limit {
  /** The value for unlimited: what a request sends, and what events contain. */
  readonly none: { readonly sent: number | string; readonly eventValue: number | null }
  /** Values to choose from, in the unit of the setting. */
  readonly usual: readonly number[]
  /** Unit of the setting. Users enter minutes for seconds. */
  readonly counts: 'seconds' | 'days'
  /** Whether a shorter time deletes data for good. */
  readonly deletes?: true
  /** Whether users choose from the usual values only. */
  readonly isList?: true
}

const moments = [minute, 10 * minute, hour, day, week]

/** Settings of the organization that are times (behaviour, Realm settings). */
export const limits = {
  message_content_edit_limit_seconds: { none: { sent: 0, eventValue: 0 }, usual: moments, counts: 'seconds' },
  message_content_delete_limit_seconds: {
    none: { sent: 'unlimited', eventValue: null },
    usual: moments,
    counts: 'seconds',
  },
  message_retention_days: {
    none: { sent: 'unlimited', eventValue: -1 },
    usual: [30, 90, 180, 365, 730],
    counts: 'days',
    deletes: true,
  },
  old_texts_after_days: {
    none: { sent: 'unlimited', eventValue: null },
    usual: [30, 90, 180, 365, 730, 1825],
    counts: 'days',
    isList: true,
  },
  waiting_period_threshold: { none: { sent: 0, eventValue: 0 }, usual: [1, 3, 7, 14, 30], counts: 'days' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** A limit by its name, widened to the common type. */
export const limitOf = (name: LimitName): Limit => limits[name]

/** The factor from the unit that users enter to the unit of the setting. */
export const inUnit = ({ counts }: Limit): number => (counts === 'seconds' ? minute : 1)

const units = [
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', 1],
] as const

/** The text of a limit. */
export const timeText = ({ counts, none }: Limit, value: number | null, name: LimitName): string =>
  value === null || value === none.eventValue
    ? texts.organization.rules.noLimit[name]
    : durationText(counts === 'seconds' ? value : value * day)

/** A duration in the largest unit that divides it. */
export function durationText(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0)!
  return new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / size,
  )
}
