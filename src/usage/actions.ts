import { assertAdministrator } from '../accounts/roles'
import { untilMidnight } from '../core/base/units'
import type { Change, SystemTurn, Turn } from '../core/turn/change'
import type { AccountDay } from '../core/usage/account-figures'
import { quotaOf, type Counter } from '../core/usage/quotas'
import type { UsageMark } from '../core/usage/usage-meter'
import { backupBytes } from '../backups/queries'
import { mailUsage } from '../mail/usage'
import type { MailUsage } from '../mail/usage-schema'
import { noticeToOwners } from '../messages/owner-notices'
import { uploadSpaceUsed } from '../uploads/queries'
import { databaseReport } from './database-report'
import { countOrganizations } from './queries'
import { resourcesOf } from './report'
import type { DatabaseReport, Resource } from './schema'

interface UsageReport {
  resets_at: number
  waits_until: number | null
  refused_since: number | null
  resources: Resource[]
  database: DatabaseReport
  mail: MailUsage
}

/**
 * Returns what the organization uses of the plan. With `account`, it first stores figures that the caller has just requested from
 * the platform. `asksAccount` means that the caller must request them now.
 */
export async function realmUsage(
  turn: Turn,
  { account }: { account?: readonly AccountDay[] },
): Promise<Change<{ report: UsageReport; asksAccount: boolean }>> {
  const { actor, usage, env, now, sql, realm_id } = turn
  assertAdministrator(actor)
  if (account !== undefined) usage.account.keep(account)
  const canAsk = env.CF_API_TOKEN !== undefined && env.CF_ACCOUNT_ID !== undefined
  const hasBucket = env.UPLOADS !== undefined
  const [fileBytes, bytesOfBackups] = hasBucket
    ? await Promise.all([uploadSpaceUsed(sql, realm_id), backupBytes(sql, realm_id)])
    : [0, 0]
  const organizations = await countOrganizations(sql)
  const report: UsageReport = {
    resets_at: Math.round(now + untilMidnight(now)),
    waits_until: whole(usage.waitsUntil),
    refused_since: whole(usage.refusedSince),
    resources: resourcesOf({ usage, env, fileBytes, bytesOfBackups }),
    database: databaseReport(usage, env, organizations),
    mail: mailUsage(turn),
  }
  return { writes: [], result: { report, asksAccount: canAsk && account === undefined && usage.account.takeTurn() } }
}

/** When deferred work begins, for people who requested some; null if it begins now. */
export async function whenWorkBegins({ usage }: Turn): Promise<Change<{ waits_until: number | null }>> {
  return { writes: [], result: { waits_until: whole(usage.waitsUntil) } }
}

const whole = (time: number | null): number | null => time && Math.round(time)

/** For each quota, in words for owners: what is used up, and what happens when all of it is. */
const inWords: Readonly<Record<Counter, [what: string, then: string]>> = {
  worker_requests: ['requests to the server', 'nothing is answered'],
  object_requests: ['requests to the organization’s object', 'nothing can be changed, and nobody is told of anything'],
  rows_written: ['rows written to the database', 'nothing can be changed'],
  rows_read: ['rows read from the database', 'nothing can be read'],
  object_rows_written: ['rows written by the organization’s object', 'nobody can log in or connect anew'],
  object_gb_seconds: ['time of the organization’s object', 'nothing can be changed, and nobody is told of anything'],
  r2_writes: ['changes to the bucket of files', 'the platform charges for more'],
  r2_reads: ['reads from the bucket of files', 'the platform charges for more'],
}

/** Tells the owners in a direct message that much of a quota is used up. */
export async function tellUsage(turn: SystemTurn, { reached }: { reached: readonly UsageMark[] }): Promise<Change> {
  const { usage, env } = turn
  const { totals } = usage.report().today
  // Only the highest mark of each quota matters.
  const highest = new Map(reached.map(({ counter, percent }) => [counter, percent]))
  const content = [...highest]
    .map(([counter, percent]) => {
      const [what, then] = inWords[counter]
      const value = Math.round(totals[counter] ?? 0).toLocaleString('en')
      const quota = quotaOf(env, counter)!.toLocaleString('en')
      return `**${percent} % of a quota of today are used up:** ${value} of ${quota} ${what}. When all are used up, ${then} until midnight UTC.`
    })
    .join('\n\n')
  return { ...(await noticeToOwners(turn, content)), result: {} }
}
