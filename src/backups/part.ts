import type { JobContext } from '../core/jobs/job-kind'
import { writeNext } from '../exports/part'
import type { WrittenPart } from '../exports/progress'
import type { BackupProgress } from '../exports/queue'
import { realmById } from '../realm/queries'
import { backupById } from './queries'
import { isPending } from './schema'

/** Writes the next part of a backup (a job). Null if the organization was deactivated, which ends the backup. */
export async function writeBackupPart(
  before: BackupProgress,
  place: JobContext,
): Promise<WrittenPart<BackupProgress> | null> {
  const { sql, realm_id } = place
  const [realm, row] = await Promise.all([realmById(sql, realm_id), backupById(sql, before.backup_id)])
  if (realm === null || realm.deactivated || row === null || !isPending(row)) return null
  return writeNext(place, { realm, origin: row.origin, folder: row.folder }, before)
}
