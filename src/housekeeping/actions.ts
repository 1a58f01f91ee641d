import { together, type Change, type SystemTurn } from '../core/turn/change'
import { lasts } from '../previews/embedding'
import { forgetPages } from '../previews/queries'
import { removeUnheld } from '../uploads/removal'
import { expireMessages } from './retention'
import { removeDeletedWords } from './search-index'
import { countTraffic } from './traffic'

/**
 * What an organization needs once a day, whoever is there: old messages go, as far as they are not kept for ever, and
 * files that no message holds, words of what was deleted leave the index, what streams are written in is counted, and what was known of linked pages is forgotten when it is not good any more. Not
 * `complete` when there is more of it than one change should do.
 */
export async function runDailyMaintenance(turn: SystemTurn): Promise<Change<{ complete: boolean }>> {
  const expired = await expireMessages(turn)
  // Later, because what is deleted with messages counts for the same space.
  const unheld = expired === null ? await removeUnheld(turn) : null
  const words = expired === null ? await removeDeletedWords(turn) : null
  const traffic = await countTraffic(turn)
  const pages = { writes: [forgetPages(turn.realm_id, turn.now - lasts.something)] }
  const complete = expired === null && unheld === null && words === null && traffic.complete
  return { ...together(expired, unheld, words, traffic, pages), result: { complete } }
}
