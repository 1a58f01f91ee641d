import type { Job } from '../core/turn/change'
import type { JobKind } from '../core/jobs/job-kind'

/** Where the next step of an erasure begins. */
export interface Step {
  readonly user_id: number
  /** Id of the last file that was looked at. */
  readonly afterFile: number
}

/** Takes the next step of an erasure. Nothing happens outside of the database, but as a job a step survives the object. */
export const eraseMore: JobKind = {
  action: 'continueErasure',
  run: async () => ({}),
  byAlarmOnly: true,
  canWait: true,
}

/** The job of a step. */
export const stepOf = (payload: Step): Job => ({ kind: 'eraseMore', payload })
