import type { StateOf } from '../events/part'
import { isAdministrator } from '../accounts/roles'
import { botsFor } from './queries'
import { bot } from './schema'

/** Bots of the user; for administrators, all bots of the organization (register, People). */
export const botsState: StateOf = async ({ sql, actor }) => {
  const rows = await botsFor(sql, actor.realm_id, { owner_id: isAdministrator(actor) ? 'any' : actor.id })
  return { realm_bots: rows.map(bot) }
}

/** Bots that run inside the server, of which there are none. */
export const embeddedBotsState: StateOf = async () => ({ realm_embedded_bots: [] })
