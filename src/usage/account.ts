import { logFailure } from '../core/base/failures'
import { askOutside, withinSeconds } from '../core/base/fetch-outside'
import { dateOf, daySeconds, dayOf } from '../core/base/units'
import type { AccountDay } from '../core/usage/account-figures'
import type { Counter } from '../core/usage/quotas'

const address = 'https://api.cloudflare.com/client/v4/graphql'

/** Limits: seconds for all responses together, and bytes of one response. */
const limits = { seconds: 8, bytes: 512 * 1024 }

/** Days to request, including today. The platform keeps 31. */
const requestedDays = 30

/** Maximal number of groups in a response: some datasets have one for each hour, too. */
const maxGroups = 5000

/** A dataset: its name and fields, and what each field counts for, with a factor. */
interface Dataset {
  readonly name: string
  readonly of: 'sum' | 'max'
  readonly fields: Readonly<Record<string, readonly [Counter | 'database_bytes', number]>>
}

/** GB of memory that the platform charges for an object, per microsecond. */
const gbPerMicrosecond = 0.128 / 1e6

/** Each one has its own request: a field that the platform does not know, or no longer knows, only spoils that response. */
const datasets: readonly Dataset[] = [
  {
    name: 'd1AnalyticsAdaptiveGroups',
    of: 'sum',
    fields: { rowsRead: ['rows_read', 1], rowsWritten: ['rows_written', 1] },
  },
  { name: 'd1StorageAdaptiveGroups', of: 'max', fields: { databaseSizeBytes: ['database_bytes', 1] } },
  { name: 'workersInvocationsAdaptive', of: 'sum', fields: { requests: ['worker_requests', 1] } },
  { name: 'durableObjectsInvocationsAdaptiveGroups', of: 'sum', fields: { requests: ['object_requests', 1] } },
  {
    name: 'durableObjectsPeriodicGroups',
    of: 'sum',
    fields: { activeTime: ['object_gb_seconds', gbPerMicrosecond] },
  },
  { name: 'durableObjectsPeriodicGroups', of: 'sum', fields: { rowsWritten: ['object_rows_written', 1] } },
]

/**
 * The platform's figures of what the account used in the last days, from its analytics; without those that it does not provide.
 * Null if it provides none. They are some minutes old, so they are only for display.
 */
export async function accountUsage(
  { CF_API_TOKEN, CF_ACCOUNT_ID }: Pick<Env, 'CF_API_TOKEN' | 'CF_ACCOUNT_ID'>,
  now: number,
): Promise<AccountDay[] | null> {
  const from = dateOf(dayOf(now) - requestedDays + 1)
  const answers = await withinSeconds(limits.seconds, (signal) =>
    Promise.allSettled(
      datasets.map(async (dataset) => {
        const body = JSON.stringify({ query: queryOf(dataset), variables: { account: CF_ACCOUNT_ID, from } })
        const headers = { Authorization: `Bearer ${CF_API_TOKEN}`, 'Content-Type': 'application/json' }
        const { status, bytes } = await askOutside(
          address,
          { method: 'POST', headers, body },
          // The token is for this address alone.
          { signal, maxBytes: limits.bytes, mayAsk: () => false },
        )
        if (status !== 200) throw new Error(`Status ${status}`)
        return groupsIn(JSON.parse(new TextDecoder().decode(bytes)), dataset)
      }),
    ),
  )
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed !== undefined) logFailure('asking for the usage of the account', failed.reason)
  const days = new Map<number, AccountDay & { database_bytes: number | null }>()
  for (const answer of answers)
    for (const { day, what, value } of answer.status === 'fulfilled' ? answer.value : []) {
      const of = days.get(day) ?? { day, totals: {}, database_bytes: null }
      if (what === 'database_bytes') of.database_bytes = Math.max(of.database_bytes ?? 0, value)
      else of.totals[what] = (of.totals[what] ?? 0) + value
      days.set(day, of)
    }
  return days.size === 0 ? null : [...days.values()]
}

const queryOf = ({ name, of, fields }: Dataset): string => `
  query ($account: string!, $from: Date!) {
    viewer {
      accounts(filter: { accountTag: $account }) {
        groups: ${name}(limit: ${maxGroups}, filter: { date_geq: $from }) {
          ${of} { ${Object.keys(fields).join(' ')} }
          dimensions { date }
        }
      }
    }
  }`

interface Figure {
  readonly day: number
  readonly what: Counter | 'database_bytes'
  readonly value: number
}

/** The figures in a response, which may be anything. Throws if it has no groups. */
function groupsIn(answer: unknown, { of, fields }: Dataset): Figure[] {
  const accounts = at(at(at(answer, 'data'), 'viewer'), 'accounts')
  const groups = at(Array.isArray(accounts) ? accounts[0] : null, 'groups')
  if (!Array.isArray(groups)) throw new Error('No groups')
  return groups.flatMap((group: unknown) => {
    const day = Date.parse(String(at(at(group, 'dimensions'), 'date'))) / 1000 / daySeconds
    return Object.entries(fields).flatMap(([field, [what, factor]]) => {
      const value = at(at(group, of), field)
      const isFigure = Number.isInteger(day) && typeof value === 'number' && value >= 0 && value < Infinity
      return isFigure ? [{ day, what, value: value * factor }] : []
    })
  })
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : null
