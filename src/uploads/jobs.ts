import type { JobKind, JobContext } from '../core/jobs/job-kind'
import { bucketOf } from './storage'

/** Deletes removed files from the bucket. A file that cannot be deleted stays there, and nothing leads to it. */
export const deleteFiles: JobKind = {
  action: 'filesDeleted',
  run: async ({ keys }: { keys: string[] }, { env }: JobContext) => {
    await bucketOf(env).delete(keys)
    return {}
  },
}
