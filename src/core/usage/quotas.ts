import { megabyte } from '../base/units'

/** What is counted of a day. */
export type Counter =
  /** Requests to the Worker. */
  | 'worker_requests'
  /** Requests to the realm's object: calls, alarms, and a twentieth for each message of a client on a socket. */
  | 'object_requests'
  /** Rows that were written to the database. */
  | 'rows_written'
  /** Rows that were read from the database. */
  | 'rows_read'
  /** Rows of the object's own storage, and settings of its alarm. */
  | 'object_rows_written'
  /** Seconds for which the object was awake, at 128 MB, in GB-s. */
  | 'object_gb_seconds'
  /** Operations of R2 that change something. */
  | 'r2_writes'
  /** Operations of R2 that read something. */
  | 'r2_reads'

/** The plan counts a message of a client on a socket as this part of a request. */
export const requestsOfMessage = 1 / 20

/** Variables of the deployment with the quotas of a day; each is a number, or `off`. */
export type QuotaSettings = Pick<
  Env,
  | 'QUOTA_WORKER_REQUESTS'
  | 'QUOTA_OBJECT_REQUESTS'
  | 'QUOTA_ROWS_WRITTEN'
  | 'QUOTA_ROWS_READ'
  | 'QUOTA_OBJECT_ROWS_WRITTEN'
  | 'QUOTA_OBJECT_GB_SECONDS'
  | 'QUOTA_R2_WRITES'
  | 'QUOTA_R2_READS'
  | 'QUOTA_DATABASE_MB'
>

/** The quota of each counter: its variable, and what the free plan allows. The plan limits R2 by month, of which a day is a thirtieth. */
const dailyQuotas: Readonly<Record<Counter, { readonly setting: keyof QuotaSettings; readonly free: number }>> = {
  worker_requests: { setting: 'QUOTA_WORKER_REQUESTS', free: 100_000 },
  object_requests: { setting: 'QUOTA_OBJECT_REQUESTS', free: 100_000 },
  rows_written: { setting: 'QUOTA_ROWS_WRITTEN', free: 100_000 },
  rows_read: { setting: 'QUOTA_ROWS_READ', free: 5_000_000 },
  object_rows_written: { setting: 'QUOTA_OBJECT_ROWS_WRITTEN', free: 100_000 },
  object_gb_seconds: { setting: 'QUOTA_OBJECT_GB_SECONDS', free: 13_000 },
  r2_writes: { setting: 'QUOTA_R2_WRITES', free: 33_333 },
  r2_reads: { setting: 'QUOTA_R2_READS', free: 333_333 },
}

export const counters = Object.keys(dailyQuotas) as Counter[]

/** The quota that a variable sets; null if it is `off`. A variable that is no number counts as absent. */
function quotaIn(value: string | undefined, fallback: number): number | null {
  if (value === 'off') return null
  const number = Number(value)
  return value !== undefined && number > 0 && number < Infinity ? number : fallback
}

/** What the plan allows in a day; null: there is no quota. */
export const quotaOf = (settings: QuotaSettings, counter: Counter): number | null =>
  quotaIn(settings[dailyQuotas[counter].setting], dailyQuotas[counter].free)

/** Largest database of the free plan, in MB. */
const freeDatabaseMb = 500

/**
 * Bytes to which the plan lets the database grow; null: up to the platform's own limit. A megabyte of the platform has 1,000,000 bytes:
 * databases of 10 GB were refused at 9,999,998,976.
 */
export function databaseQuota({ QUOTA_DATABASE_MB }: QuotaSettings): number | null {
  const quota = quotaIn(QUOTA_DATABASE_MB, freeDatabaseMb)
  return quota === null ? null : quota * megabyte
}
