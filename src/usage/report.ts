import type { UsageView } from '../core/usage/usage-view'
import type { AccountDay } from '../core/usage/account-figures'
import { counters, databaseQuota, quotaOf, type Counter } from '../core/usage/quotas'
import type { UsedDay } from '../core/usage/usage-meter'
import { dateOf } from '../core/base/units'
import { quotaIn } from '../uploads/quota'
import type { Resource, ResourceUse } from './schema'

/** Counters whose counts are exact, because every write of the organization goes through its object. */
const exact: ReadonlySet<string> = new Set<Counter>(['rows_written'])

/** Counters that only a deployment with a bucket has. */
const ofBucket: ReadonlySet<string> = new Set<Counter>(['r2_writes', 'r2_reads'])

/** Days in a report, including today. */
const shownDays = 30

interface ReportInput {
  readonly usage: UsageView
  readonly env: Env
  /** Bytes that the organization's files take. */
  readonly fileBytes: number
  readonly bytesOfBackups: number
}

/** Everything that has a quota in the plan, with what was used. */
export function resourcesOf({ usage, env, fileBytes, bytesOfBackups }: ReportInput): Resource[] {
  const { today, hours, before } = usage.report()
  const days = [today, ...before].filter(({ day }) => day > today.day - shownDays)
  const hasBucket = env.UPLOADS !== undefined
  const counted = counters
    .filter((counter) => hasBucket || !ofBucket.has(counter))
    .map((counter) => {
      const own = (day: UsedDay) => day.totals[counter] ?? 0
      const account = ({ totals }: AccountDay) => totals[counter] ?? null
      const byHour = Array.from({ length: 24 }, (_, hour) => roundToHundredth(hours[hour]?.[counter] ?? 0))
      return resource(counter, quotaOf(env, counter), days, byHour, (day) => usedOn(day, own, account))
    })
  const database = resource('database_bytes', databaseQuota(env), days, null, (day) =>
    usedOn(
      day,
      ({ database_bytes }) => database_bytes ?? 0,
      ({ database_bytes }) => database_bytes,
    ),
  )
  const files = resource('file_bytes', quotaIn(env)?.bytes ?? null, [today], null, () => ({
    value: fileBytes,
    source: 'exact' as const,
  }))
  const backups = resource('backup_bytes', null, [today], null, () => ({
    value: bytesOfBackups,
    source: 'exact' as const,
  }))
  return [...counted, database, ...(hasBucket ? [files, backups] : [])]

  /** What was used on a day: the larger of our figure and the account's, which is some minutes old. */
  function usedOn(
    day: UsedDay,
    own: (day: UsedDay) => number,
    ofAccount: (day: AccountDay) => number | null,
  ): UseFigure {
    const accountDay = usage.accountOn(day.day)
    const figure = accountDay === null ? null : ofAccount(accountDay)
    const value = own(day)
    return figure !== null && figure >= value ? { value: figure, source: 'account' } : { value, source: 'at_least' }
  }
}

type UseFigure = Pick<ResourceUse, 'value' | 'source'>

function resource(
  name: Resource['name'],
  quota: number | null,
  days: readonly UsedDay[],
  hours: number[] | null,
  figure: (day: UsedDay) => UseFigure,
): Resource {
  const resourceUse = (day: UsedDay): ResourceUse => {
    const { value, source } = figure(day)
    return {
      value: roundToHundredth(value),
      percent: quota === null ? null : roundToHundredth((value / quota) * 100),
      source: source === 'at_least' && exact.has(name) ? 'exact' : source,
    }
  }
  const today = days[0]!
  const yesterday = days.find(({ day }) => day === today.day - 1)
  return {
    name,
    quota,
    today: resourceUse(today),
    yesterday: yesterday === undefined ? null : resourceUse(yesterday),
    hours,
    days: days.map((day) => ({ date: dateOf(day.day), ...resourceUse(day) })).toReversed(),
  }
}

const roundToHundredth = (value: number): number => Math.round(value * 100) / 100
