import { dateOf } from '../core/base/units'
import { fullPercent, markAt } from '../core/usage/database-size'
import { databaseQuota, type QuotaSettings } from '../core/usage/quotas'
import type { UsageView } from '../core/usage/usage-view'
import type { DatabaseReport } from './schema'

/** Days before today from which the growth is worked out. */
const growthDays = 28

const weekDays = 7

/** With fewer days between the first and the last known size, nothing is said of the growth. */
const minGrowthDays = 3

/** A day further away than this is not named, because nobody can know it. */
const maxForecastDays = 3650

/** The size of the database on a day, in bytes. */
export interface SizeOnDay {
  /** Days since 1970. */
  readonly day: number
  readonly bytes: number
}

/**
 * Bytes by which the database grows in a day: the median of the growth of all weeks that end on one of these days, so that neither weekends
 * nor a day on which much was deleted or imported decides. Null if too few days are known. `sizes` are in the order of their days.
 */
export function dailyGrowth(sizes: readonly SizeOnDay[]): number | null {
  const span = sizes.length === 0 ? 0 : sizes.at(-1)!.day - sizes[0]!.day
  if (span < minGrowthDays) return null
  const days = Math.min(weekDays, span)
  const paces = sizes.flatMap((late) => {
    const early = sizes.findLast(({ day }) => day <= late.day - days)
    return early === undefined ? [] : [(late.bytes - early.bytes) / (late.day - early.day)]
  })
  const sorted = paces.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return Math.round((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2)
}

/** The day on which a database of this size reaches `limit` at this pace; null: never, or in more than ten years. */
export function dayOfSize({ day, bytes }: SizeOnDay, growth: number | null, limit: number): number | null {
  if (bytes >= limit) return day
  if (growth === null || growth <= 0) return null
  const days = Math.ceil((limit - bytes) / growth)
  return days > maxForecastDays ? null : day + days
}

/** How large the database is, how fast it grows, and when it takes nothing new. `organizations` is how many share it. */
export function databaseReport(usage: UsageView, settings: QuotaSettings, organizations: number): DatabaseReport {
  const { today, before } = usage.report()
  const quota = databaseQuota(settings)
  const sizes = [today, ...before]
    .filter(({ day }) => day >= today.day - growthDays)
    .flatMap(({ day, database_bytes: bytes }) => (bytes === null ? [] : [{ day, bytes }]))
    .toSorted((a, b) => a.day - b.day)
  const bytes = sizes.at(-1)?.bytes ?? 0
  const growth = dailyGrowth(sizes)
  const limit = quota === null ? null : (quota * fullPercent) / 100
  const percent = quota === null ? null : (bytes / quota) * 100
  const fullDay = limit === null ? null : dayOfSize({ day: today.day, bytes }, growth, limit)
  return {
    bytes,
    quota_bytes: quota,
    percent: percent === null ? null : Math.round(percent * 100) / 100,
    mark: percent === null ? 0 : markAt(percent, 0),
    limit_bytes: limit,
    is_full: usage.databaseFull,
    daily_growth_bytes: growth,
    full_on: fullDay === null ? null : dateOf(fullDay),
    organizations,
  }
}
