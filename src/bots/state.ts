import type { StateOf } from '../events/part'
import { isAdministrator } from '../accounts/roles'
import { botsFor } from './queries'
import { bot } from './schema'

/** One's own bots; to administrators, all of the organization (register, People). */
export const botsState: StateOf = async ({ sql, actor }) => {
  const rows = await botsFor(sql, actor.realm_id, { owner_id: isAdministrator(actor) ? 'any' : actor.id })
  return { realm_bots: rows.map(bot) }
}

/** Bots that run on the server, of which there are none. */
export const embeddedBotsState: StateOf = async () => ({ realm_embedded_bots: [] })

/** Services that need a form of their own to be taken in; incoming webhooks here send messages as every bot does. */
export const incomingWebhooksState: StateOf = async () => ({ realm_incoming_webhook_bots: [] })
