import type { SystemTurn } from '../core/turn/change'
import { activePeople } from './presence-now'
import { presences } from './queries'

/** Who has used no client for this many seconds is away. */
const awaySeconds = 140

/** Tells which of some people use a client at the moment that gets events. Reads from memory once the presences are there. */
export async function whoIsHere(turn: SystemTurn, user_ids: Iterable<number>): Promise<(user_id: number) => boolean> {
  const { cached, listening, realm_id } = turn
  const active = activePeople(await cached(presences, realm_id), turn, { user_ids, seconds: awaySeconds })
  return (user_id) => active.has(user_id) && listening.has(user_id)
}
