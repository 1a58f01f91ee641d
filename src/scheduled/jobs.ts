import type { JobKind } from '../core/jobs/jobs'
import type { Scheduled } from './queries'

/**
 * Delivers what is due. There is nothing to be done outside of the database; but what cannot be delivered is tried again
 * and then given up, as jobs are, and keeps back no other.
 */
export const deliverLater: JobKind = {
  action: 'deliverScheduled',
  ownerOf: ({ owner_id, sender_id }: Scheduled) => owner_id ?? sender_id,
  run: async () => ({}),
}
