import { joinSteps, type Change, type Step, type SystemTurn } from '../core/turn/change'
import type { JobReport } from '../core/jobs/job-kind'
import type { WrittenPart } from '../exports/progress'
import { archivesOf, makeNext, type Archives, type BackupProgress } from '../exports/queue'
import { failBackup, removalOf, finishVerifiedBackup } from './endings'
import { backupsChanged } from './events'
import { backupParts, type BackupRow } from './queries'
import { isPending } from './schema'
import type { VerificationProgress, VerificationResult } from './verification'
import { insertBackupPart, updateBackup } from './writes'

/** Records a part of a backup and continues with the next one, or reads it back after the last one. */
export async function advanceBackup(
  turn: SystemTurn,
  { payload, outcome, isUnanswered }: JobReport<BackupProgress, WrittenPart<BackupProgress>>,
): Promise<Change> {
  const { sql, realm_id } = turn
  const archives = await archivesOf(sql, realm_id)
  const row = archives.backups.find(({ id }) => id === payload.backup_id)
  // It was given up in the meantime, and its parts were deleted before this one was stored.
  if (row === undefined || !isPending(row))
    return { writes: [], result: {}, jobs: row === undefined ? [] : [removalOf(row)] }
  if (outcome === null)
    return endBackup(
      turn,
      archives,
      await failBackup(turn, row, isUnanswered ? 'old_texts_unavailable' : 'not_written'),
    )
  const part = insertBackupPart(row.id, payload.number, outcome.part)
  if (outcome.next !== null)
    return { writes: [part], result: {}, jobs: [{ kind: 'writeBackupPart', payload: outcome.next }] }
  const before = await backupParts(sql, row.id)
  const size = before.reduce((sum, one) => sum + one.size, outcome.part.size)
  const verification: VerificationProgress = { backup_id: row.id, partsRead: 0 }
  return {
    writes: [part, updateBackup({ ...row, messages: outcome.messages, size })],
    result: {},
    events: [await backupsChanged(turn)],
    jobs: [{ kind: 'verifyBackup', payload: verification }],
  }
}

/** Goes on reading a backup back, or ends it. */
export async function advanceVerification(
  turn: SystemTurn,
  { payload, outcome }: JobReport<VerificationProgress, VerificationResult>,
): Promise<Change> {
  const archives = await archivesOf(turn.sql, turn.realm_id)
  const row = archives.backups.find(({ id }) => id === payload.backup_id)
  if (row === undefined || !isPending(row)) return { writes: [], result: {} }
  if (outcome === null || !outcome.agrees)
    return endBackup(turn, archives, await failBackup(turn, row, outcome === null ? 'not_read' : 'damaged'))
  if (outcome.next !== null) return { writes: [], result: {}, jobs: [{ kind: 'verifyBackup', payload: outcome.next }] }
  return endBackup(turn, archives, await finishVerifiedBackup(turn, row, archives.backups))
}

/** The change by which a backup ends. What waits for its turn begins. */
async function endBackup(
  turn: SystemTurn,
  { exports, backups }: Archives,
  { row, ...step }: Step & { row: BackupRow },
): Promise<Change> {
  const after = { exports, backups: backups.map((one) => (one.id === row.id ? row : one)) }
  const next: Step = { writes: [], events: [await backupsChanged(turn)], jobs: makeNext(turn, after) }
  return { ...joinSteps(step, next), result: {} }
}

/** Continues to delete a backup from the bucket. */
export async function continueBackupRemoval(
  _turn: SystemTurn,
  { payload, outcome }: JobReport<{ folder: string }, { isAll: boolean }>,
): Promise<Change> {
  return { writes: [], result: {}, jobs: outcome?.isAll === false ? [removalOf(payload)] : [] }
}
