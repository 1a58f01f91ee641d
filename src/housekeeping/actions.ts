import { endExpiredOffers } from '../bot-offers/ending'
import { deletePagesBefore } from '../previews/writes'
import { rememberedSeconds } from '../password-resets/queries'
import { deleteForgotten } from '../password-resets/writes'
import { together, type Change, type SystemTurn } from '../core/turn/change'
import { lasts } from '../previews/embedding'
import { removeUnheld } from '../uploads/removal'
import { advanceOldWatermarks } from '../read-state/old-watermarks'
import { digestMessages } from '../read-state/digest-actions'
import { expireMessages } from './retention'
import { countTraffic } from './traffic'

/**
 * Daily maintenance of an organization: deletes messages that are older than they are kept, files that no message links
 * to, previews of linked pages that are out of date, offers of bots that have expired, and who forgot their password long ago; counts the traffic of streams; advances read watermarks. `complete` is false if more is left than one change should do.
 */
export async function runDailyMaintenance(turn: SystemTurn): Promise<Change<{ complete: boolean }>> {
  const { realm_id, now } = turn
  const expired = await expireMessages(turn)
  // Not in the change that deletes messages, because that one deletes files, too, and counts their space.
  const unheld = expired === null ? await removeUnheld(turn) : null
  const traffic = await countTraffic(turn)
  const watermarks = await advanceOldWatermarks(turn)
  const pages = { writes: [deletePagesBefore(realm_id, now - lasts.something)] }
  const resets = { writes: [deleteForgotten(realm_id, { before: now - rememberedSeconds, now })] }
  const offers = await endExpiredOffers(turn)
  const complete = expired === null && unheld === null && traffic.complete && offers.complete
  return {
    ...together(expired, unheld, traffic, watermarks, await digestMessages(turn), offers, pages, resets),
    result: { complete },
  }
}
