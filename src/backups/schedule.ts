import { settingsOf, type BackupFrequency } from '../accounts/settings'
import { joinSteps, type Step, type SystemTurn } from '../core/turn/change'
import { removal } from '../exports/removal'
import { archivesOf, firstPending, isMaking, makeNext, type Archives } from '../exports/queue'
import { updateExport, deleteParts } from '../exports/writes'
import { isImporting } from '../imports/queries'
import { realmById } from '../realm/queries'
import { failBackup, failureNotice } from './endings'
import { backupsChanged } from './events'
import { dueAt, frequencyFor } from './frequency'
import { backupSizes, newBackup } from './new-backup'
import { backupAddress, estimateMessageCount, type BackupRow } from './queries'
import { isPending } from './schema'
import { insertBackup } from './writes'

/** How early a backup may begin: the daily work runs at another time each day, and the backup should not wait a day for it. */
const slackSeconds = 4 * 3600

/** Begins the backup that the schedule wants, and ends what was lost. Null if there is nothing to do. It belongs to the daily work. */
export async function keepSchedule(turn: SystemTurn): Promise<Step | null> {
  const { sql, cached, realm_id, env } = turn
  const realm = await cached(realmById, realm_id)
  if (realm === null || realm.deactivated || env.UPLOADS === undefined) return null
  const [archives, isBusy] = await Promise.all([archivesOf(sql, realm_id), isMaking(sql, realm_id)])
  const recovery = isBusy ? null : await withoutLost(turn, archives)
  const present = recovery?.archives ?? archives
  const { backup_frequency } = settingsOf(realm)
  const begun =
    backup_frequency === 'never' || present.backups.some(isPending) || (await isImporting(sql, realm_id))
      ? null
      : await beginDueBackup(turn, present, backup_frequency)
  if (recovery === null && begun === null) return null
  const after = begun === null ? present : { ...present, backups: [...present.backups, begun.row] }
  const next: Step = {
    writes: [],
    events: [await backupsChanged(turn)],
    jobs: isBusy ? [] : makeNext(turn, after),
  }
  return joinSteps(recovery, begun, next)
}

/** The backup that is due, and what begins it; null if none is. */
async function beginDueBackup(
  turn: SystemTurn,
  { backups }: Archives,
  wanted: BackupFrequency,
): Promise<(Step & { row: BackupRow }) | null> {
  const { sql, realm_id, now } = turn
  const messages = await estimateMessageCount(sql, realm_id)
  const due = dueAt(frequencyFor(wanted, messages), backups)
  if (due === null || now < due - slackSeconds) return null
  const address = await backupAddress(sql, realm_id)
  const row = newBackup(turn, { acting_user_id: null, origin: address?.origin ?? '' })
  if (messages <= backupSizes.maxMessages) return { writes: [insertBackup(row)], row }
  const refusedRow: BackupRow = { ...row, failed_at: now, failure: 'too_large' }
  const notice = await failureNotice(turn, row, 'too_large')
  return { ...joinSteps({ writes: [insertBackup(refusedRow)] }, notice), row: refusedRow }
}

/** Ends the archive that should be made and has no job: the server gave the job up. Null if there is none. */
async function withoutLost(
  turn: SystemTurn,
  { exports, backups }: Archives,
): Promise<(Step & { archives: Archives }) | null> {
  const first = firstPending({ exports, backups })
  if (first === null) return null
  if ('backup' in first) {
    const { row, ...step } = await failBackup(turn, first.backup, 'lost')
    return { ...step, archives: { exports, backups: backups.map((one) => (one.id === row.id ? row : one)) } }
  }
  const lostExport = { ...first.export, failed_at: turn.now }
  return {
    writes: [updateExport(lostExport), deleteParts(lostExport.id)],
    jobs: [removal(lostExport.id)],
    archives: { exports: exports.map((one) => (one.id === lostExport.id ? lostExport : one)), backups },
  }
}
