import { joinSteps, type Job, type Step, type SystemTurn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { settingsOf } from '../accounts/settings'
import { noticeToOwners } from '../messages/owner-notices'
import { realmById } from '../realm/queries'
import type { BackupFailure } from './failures'
import type { BackupRow } from './queries'
import { isVerified } from './schema'
import { deleteBackupParts, deleteBackups, updateBackup } from './writes'

/** The job that deletes a backup from the bucket. */
export const removalOf = ({ folder }: Pick<BackupRow, 'folder'>): Job => ({ kind: 'removeBackup', payload: { folder } })

const failureTexts: Readonly<Record<BackupFailure, string>> = {
  not_written: 'It could not be written to the bucket.',
  not_read: 'It could not be read back from the bucket.',
  damaged: 'The bucket has something else than was written.',
  too_large: 'The organization has more messages than a backup can have.',
  lost: 'The server lost track of it.',
  old_texts_unavailable: 'The texts of old messages could not be read for a day.',
}

/** Ends a backup that failed, and tells the owners. Earlier backups stay. */
export async function failBackup(
  turn: SystemTurn,
  row: BackupRow,
  failure: BackupFailure,
): Promise<Step & { row: BackupRow }> {
  const ended: BackupRow = { ...row, failed_at: turn.now, failure }
  return {
    ...joinSteps(
      { writes: [updateBackup(ended), deleteBackupParts([row.id])], jobs: [removalOf(row)] },
      await failureNotice(turn, row, failure),
    ),
    row: ended,
  }
}

/** A message to the owners. */
export function failureNotice(
  turn: SystemTurn,
  { begun_at }: Pick<BackupRow, 'begun_at'>,
  failure: BackupFailure,
): Promise<Step> {
  const time = new Date(begun_at * 1000).toISOString().replace(/\.\d+/, '')
  return noticeToOwners(
    turn,
    `**The backup of <time:${time}> failed.** ${failureTexts[failure]} Earlier backups were not deleted.`,
  )
}

/** Days for which the list shows that a backup failed. */
const failureDays = 30

/**
 * Ends a backup that agrees with what was written. Only now older ones go, so that there are as many as the organization wants, and the
 * notes of old failures.
 */
export async function finishVerifiedBackup(
  turn: SystemTurn,
  row: BackupRow,
  backups: readonly BackupRow[],
): Promise<Step & { row: BackupRow }> {
  const { now, cached, realm_id } = turn
  const { backups_to_keep } = settingsOf((await cached(realmById, realm_id))!)
  const ended: BackupRow = { ...row, verified_at: now }
  const older = backups.filter((one) => one.id !== row.id && isVerified(one)).toReversed()
  const surplus = older.slice(backups_to_keep - 1)
  const oldFailures = backups.filter(
    ({ failed_at }) => failed_at !== null && failed_at < now - failureDays * daySeconds,
  )
  return {
    writes: [updateBackup(ended), ...deleteBackups([...surplus, ...oldFailures].map(({ id }) => id))],
    jobs: surplus.map(removalOf),
    row: ended,
  }
}
