import { keepSchedule } from '../backups/schedule'
import { endExpiredOffers } from '../bot-offers/ending'
import { deletePagesBefore } from '../previews/writes'
import { rememberedSeconds } from '../password-resets/queries'
import { deleteForgotten } from '../password-resets/writes'
import { joinSteps, type Change, type SystemTurn } from '../core/turn/change'
import { deleteExpiredReplyAddresses } from '../incoming-mail/reply-addresses'
import { beginOldTexts } from '../old-texts/actions'
import { isImporting } from '../imports/queries'
import { ensureRounds } from '../integrations/feeds/rounds'
import { refetchSeconds } from '../previews/embedding'
import { removeUnheld } from '../uploads/removal'
import { advanceOldWatermarks } from '../read-state/old-watermarks'
import { digestMessages } from '../read-state/digest-actions'
import { resumeErasures } from '../erasures/step-actions'
import { expireOwnData } from '../own-data/actions'
import { expireMessages } from './retention'
import { countTraffic } from './traffic'

/**
 * Daily maintenance of an organization. Deletes messages after their retention time, files that no message links to, outdated
 * link previews, expired offers of bots, archives of people's own data, old password requests, and addresses for answers by mail.
 * Goes on with erasures, moves texts of old messages, sees to it that feeds are read, begins scheduled backups, counts the traffic of streams, and advances read watermarks.
 * `complete` is false if there is more to do than fits into one change.
 */
export async function runDailyMaintenance(turn: SystemTurn): Promise<Change<{ complete: boolean }>> {
  const { realm_id, now } = turn
  const expired = await expireMessages(turn)
  // Not in the change that deletes messages, because that one deletes files and updates their space itself.
  // While an archive is imported, files wait for their messages, and read watermarks for older messages that are unread.
  const hasImport = await isImporting(turn.sql, realm_id)
  const unheld = expired === null && !hasImport ? await removeUnheld(turn) : null
  const traffic = await countTraffic(turn)
  const watermarks = hasImport ? null : await advanceOldWatermarks(turn)
  const pages = { writes: [deletePagesBefore(realm_id, now - refetchSeconds.something)] }
  const resets = { writes: [deleteForgotten(realm_id, { before: now - rememberedSeconds, now })] }
  const offers = await endExpiredOffers(turn)
  deleteExpiredReplyAddresses(turn)
  const feedsDue = await ensureRounds(turn)
  const complete = expired === null && unheld === null && traffic.complete && offers.complete
  return {
    ...joinSteps(
      expired,
      unheld,
      traffic,
      watermarks,
      await digestMessages(turn),
      offers,
      pages,
      resets,
      await resumeErasures(turn),
      await expireOwnData(turn),
      await keepSchedule(turn),
      await beginOldTexts(turn),
    ),
    ...(feedsDue !== null && { wakesAt: feedsDue }),
    result: { complete },
  }
}
