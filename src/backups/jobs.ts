import type { JobContext, JobKind } from '../core/jobs/job-kind'
import { removeFolder } from '../exports/storage'
import { bucketOf } from '../uploads/storage'
import { writeBackupPart as write } from './part'
import { readBack } from './verification'

export const writeBackupPart: JobKind = { run: write, action: 'advanceBackup', byAlarmOnly: true, canWait: true }

export const verifyBackup: JobKind = { run: readBack, action: 'advanceVerification', byAlarmOnly: true, canWait: true }

export const removeBackup: JobKind = {
  run: ({ folder }: { folder: string }, { env }: JobContext) => removeFolder(bucketOf(env), folder),
  action: 'continueBackupRemoval',
  byAlarmOnly: true,
  canWait: true,
}
