import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { sizeText } from '../../../lib/size'

export type Resource = AnswerOf<'GET /realm/usage'>['resources'][number]

/** How close the use of a resource is to its quota. */
export type Mark = keyof typeof texts.organization.usage.marks

/** The percentage from which each mark applies. At the lower two, owners get a notice. */
const limits: readonly (readonly [from: number, mark: Mark])[] = [
  [100, 'all'],
  [95, 'most'],
  [80, 'much'],
]

export const markOf = (percent: number | null): Mark | null =>
  limits.find(([from]) => percent !== null && percent >= from)?.[1] ?? null

const language = (): string => document.documentElement.lang

export function amountText(name: Resource['name'], value: number): string {
  if (name.endsWith('_bytes')) return sizeText(value)
  const count = Math.round(value).toLocaleString(language())
  return name === 'object_gb_seconds' ? texts.organization.usage.gbSeconds(count) : count
}

/** A UTC date such as `2026-11-23`, as text. */
export const dayText = (date: string): string =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date))

const seconds = { hour: 3600, day: 86_400 }

/** The start of an hour of the day that ends at `resets_at`, in Unix seconds. */
export const hourAt = (resets_at: number, hour: number): Date =>
  new Date((resets_at - seconds.day + hour * seconds.hour) * 1000)

/** Days in the chart. */
const shownDays = 30

/** The last days as UTC dates, up to the one that ends at `resets_at`. */
export const daysUntil = (resets_at: number): string[] =>
  Array.from({ length: shownDays }, (_, index) =>
    new Date((resets_at - (shownDays - index) * seconds.day) * 1000).toISOString().slice(0, 10),
  )
