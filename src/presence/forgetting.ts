import type { Step, Turn } from '../core/turn/change'
import { presences } from './queries'
import { storePresences } from './writes'

/** Deletes what is known of when an account was here. Null if nothing is. */
export async function forgetPresence({ cached, realm_id }: Turn, user_id: number): Promise<Step | null> {
  const here = await cached(presences, realm_id)
  here.announcements.delete(user_id)
  for (const departure of here.leaving) if (departure.user_id === user_id) here.leaving.delete(departure)
  // If the commit fails, the cache is cleared, and the stored presence counts again.
  return here.byUser.delete(user_id) ? { writes: [storePresences(realm_id, here)] } : null
}
