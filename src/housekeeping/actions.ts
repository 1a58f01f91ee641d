import { together, type Change, type OpenTurn } from '../core/change'
import { lasts } from '../previews/embedding'
import { forgetPages } from '../previews/queries'
import { expireMessages } from './retention'
import { countTraffic } from './traffic'

/**
 * What an organization needs once a day, whoever is there: old messages go, as far as they are not kept for ever, what
 * streams are written in is counted, and what was known of linked pages is forgotten when it is not good any more. Not
 * `complete` when there is more of it than one change should do.
 */
export async function keepHouse(turn: OpenTurn): Promise<Change<{ complete: boolean }>> {
  const expired = await expireMessages(turn)
  const traffic = await countTraffic(turn)
  const pages = { writes: [forgetPages(turn.realm_id, turn.now - lasts.something)] }
  return { ...together(expired, traffic, pages), result: { complete: expired === null && traffic.complete } }
}
