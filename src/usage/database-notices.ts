import { dayOf, daySeconds } from '../core/base/units'
import { fragment } from '../core/sql/sql'
import { joinSteps, type Change, type SystemTurn } from '../core/turn/change'
import { fullPercent, markAt } from '../core/usage/database-size'
import { causedByOrganization } from '../mail/limits'
import { postMails } from '../mail/posting'
import { noticeToOwners } from '../messages/owner-notices'
import { realmById } from '../realm/queries'
import { userSettings } from '../settings/queries'
import { ownersOf } from '../users/owners'
import { userById } from '../users/queries'
import { databaseReport } from './database-report'
import { countOrganizations, databaseMark } from './queries'
import type { DatabaseReport } from './schema'

/** The page of the web client about the space, below the address of the organization. */
const storagePage = '/#organization/storage'

/** Seconds after which a mail about the size is of no use. */
const mailLifetimeSeconds = 3 * daySeconds

/**
 * Tells the owners that the database has passed a mark, by a direct message and by mail. The change also writes of which mark they know,
 * so nobody is told twice, whatever becomes of the object. If the size has fallen below the mark, they are told when it rises again.
 */
export async function tellDatabaseSize(
  turn: SystemTurn,
  { origin }: { origin: string },
): Promise<Change<{ percent: number }>> {
  const { sql, realm_id, cached, usage, env } = turn
  const lastMark = await databaseMark(sql, realm_id)
  const report = databaseReport(usage, env, await countOrganizations(sql))
  const percent = markAt(report.percent ?? 0, lastMark)
  const result = { percent }
  if (percent === lastMark) return { writes: [], result }
  const note = { writes: [fragment`update realm set database_mark = ${percent} where id = ${realm_id}`] }
  const realm = await cached(realmById, realm_id)
  if (percent < lastMark || realm === null || realm.deactivated) return { ...note, result }
  const notice = await noticeToOwners(turn, noticeOf(report, percent))
  return { ...joinSteps(note, notice, await mailsToOwners(turn, report, percent, origin)), result }
}

const noticeOf = ({ full_on, organizations }: DatabaseReport, percent: number): string =>
  [
    `**The database is ${percent} % full.**`,
    ...(organizations > 1 ? [`${organizations} organizations share it.`] : []),
    full_on === null
      ? `From ${fullPercent} % on, it takes no new messages.`
      : `If it grows as in the last weeks, it takes no new messages from ${full_on} on.`,
    `Reading and deleting go on then. [What you can do](${storagePage})`,
  ].join(' ')

async function mailsToOwners(turn: SystemTurn, { full_on }: DatabaseReport, percent: number, origin: string) {
  const { sql, realm_id, cached, now } = turn
  const owners = await ownersOf(sql, realm_id)
  const values = {
    url: `${origin}${storagePage}`,
    percent,
    full_at: full_on === null ? null : Math.max(Date.parse(full_on) / 1000, dayOf(now) * daySeconds),
  }
  const mails = await Promise.all(
    owners.map(async (id) => {
      const [settings, user] = await Promise.all([cached(userSettings, id), cached(userById, realm_id, id)])
      return {
        to: user!.delivery_email,
        language: settings.default_language,
        template: 'database_size' as const,
        values,
      }
    }),
  )
  const posting = { kind: 'important', cause: causedByOrganization, lifetime: mailLifetimeSeconds, origin } as const
  return (await postMails(turn, mails, posting)).step
}
