import type { StateOf } from '../events/part'
import { usersOfRealm } from '../users/all-users'
import { presencesFor } from './forms'
import { presenceNow } from './presence-now'
import { presences } from './queries'

/** Presence of all people, in the form that the client asks for (register, People). */
export const presenceState: StateOf = async (snapshot) => {
  const { actor, input, cached, now, sql } = snapshot
  const [here, users] = await Promise.all([cached(presences, actor.realm_id), usersOfRealm(sql, actor.realm_id)])
  const people = users.filter(({ is_active, bot_type }) => is_active && bot_type === null)
  const { slim_presence } = input
  return {
    presences: presencesFor(actor, presenceNow(here, snapshot), { slim_presence, people, now }),
    server_timestamp: now,
  }
}
