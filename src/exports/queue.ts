import { isPending as isBackupPending } from '../backups/schema'
import type { BackupRow } from '../backups/queries'
import { hasJob } from '../core/jobs/job-rows'
import type { Sql } from '../core/sql/sql'
import type { Job, SystemTurn } from '../core/turn/change'
import { archiveBeginning, beginningOf, lastIds, type ArchiveProgress } from './progress'
import { exportTypes } from './export-types'
import { exportsOf, type ExportRow } from './queries'
import { backupsOf } from '../backups/queries'
import { isPending } from './schema'

/** How far a backup has come. */
export interface BackupProgress extends ArchiveProgress {
  readonly backup_id: number
}

/** Exports and backups of a realm. They are made one by one, because each takes much of the object's memory. */
export interface Archives {
  readonly exports: readonly ExportRow[]
  readonly backups: readonly BackupRow[]
}

export async function archivesOf(sql: Sql, realm_id: number): Promise<Archives> {
  const [exports, backups] = await Promise.all([exportsOf(sql, realm_id), backupsOf(sql, realm_id)])
  return { exports, backups }
}

type Pending = { readonly export: ExportRow } | { readonly backup: BackupRow }

/** What waits longest, or is being made; null if nothing does. */
export function firstPending({ exports, backups }: Archives): Pending | null {
  const [one, other] = [exports.find(isPending), backups.find(isBackupPending)]
  if (one === undefined) return other === undefined ? null : { backup: other }
  return other === undefined || one.export_time <= other.begun_at ? { export: one } : { backup: other }
}

/** The job that makes the oldest pending export or backup. */
export function makeNext({ upcoming, realm_id }: Pick<SystemTurn, 'upcoming' | 'realm_id'>, archives: Archives): Job[] {
  const first = firstPending(archives)
  if (first === null) return []
  if ('export' in first) return [{ kind: 'writeExportPart', payload: beginningOf(first.export, upcoming) }]
  const payload: BackupProgress = {
    backup_id: first.backup.id,
    ...archiveBeginning(upcoming),
    full: { export_type: exportTypes.everything, last: lastIds(realm_id, upcoming), leavesFiles: true },
  }
  return [{ kind: 'writeBackupPart', payload }]
}

/** Whether an export or a backup is being made. One that is pending without a job is lost. */
export const isMaking = (sql: Sql, realm_id: number): Promise<boolean> =>
  hasJob(sql, realm_id, ['writeExportPart', 'writeBackupPart', 'verifyBackup'])
