import { together, type Change, type OpenTurn } from '../core/change'
import { countTraffic } from './traffic'
import { expireMessages } from './retention'

/**
 * What an organization needs once a day, whoever is there: old messages go, as far as they are not kept for ever, and
 * what streams are written in is counted. Not `complete` when there is more of it than one change should do.
 */
export async function keepHouse(turn: OpenTurn): Promise<Change<{ complete: boolean }>> {
  const expired = await expireMessages(turn)
  const traffic = await countTraffic(turn)
  return { ...together(expired, traffic), result: { complete: expired === null && traffic.complete } }
}
