import type { JobContext, JobKind } from '../core/jobs/job-kind'
import { removeFolder } from '../exports/storage'
import { bucketOf } from '../uploads/storage'
import { writeBackupPart as write } from './part'
import { isBackupFolder } from './new-backup'
import { readBack } from './verification'

export const writeBackupPart: JobKind = { run: write, action: 'advanceBackup', byAlarmOnly: true, canWait: true }

export const verifyBackup: JobKind = { run: readBack, action: 'advanceVerification', byAlarmOnly: true, canWait: true }

export const removeBackup: JobKind = {
  run: async ({ folder }: { folder: string }, { env, realm_id }: JobContext) =>
    // A restored database may say anything: nothing but backups of the organization is ever deleted here.
    isBackupFolder(realm_id, folder) ? removeFolder(bucketOf(env), folder) : { isAll: true },
  action: 'continueBackupRemoval',
  byAlarmOnly: true,
  canWait: true,
}
