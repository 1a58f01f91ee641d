import type { JobKind } from '../core/jobs/job-kind'
import type { ScheduledMessage } from './queries'

/**
 * Delivers one scheduled message. Nothing happens outside the database. But as a job, a delivery that fails is tried again,
 * is given up at last, and does not hold up the others.
 */
export const deliverLater: JobKind = {
  action: 'deliverScheduled',
  ownerOf: ({ owner_id, sender_id }: ScheduledMessage) => owner_id ?? sender_id,
  run: async () => ({}),
}
