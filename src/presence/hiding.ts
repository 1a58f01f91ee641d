import type { Turn } from '../core/turn/change'
import { noteOf, presenceNow } from './presence-now'
import { presences } from './queries'

/** Hides that the actor is present by connections. Others still see what they would see now (behaviour, Status and presence). */
export async function hidePresence(turn: Turn): Promise<void> {
  const { actor, cached, noted, realm_id } = turn
  const here = await cached(presences, realm_id)
  const seen = [...(presenceNow(here, turn).get(actor.id) ?? [])]
  if (seen.length > 0)
    here.byUser.set(actor.id, new Map(seen.map(([client, { status, timestamp }]) => [client, { status, timestamp }])))
  for (const connection of noted()) if (noteOf(connection).user_id === actor.id) connection.keep(null)
  for (const departure of here.leaving) if (departure.user_id === actor.id) here.leaving.delete(departure)
  here.announcements.get(actor.id)?.waiting.clear()
}
