import type { StateOf } from '../events/part'
import { integrations } from './services'

/** The services that post their events (register, People). */
export const incomingWebhooksState: StateOf = async () => ({
  realm_incoming_webhook_bots: integrations.flatMap(({ source, name }) =>
    source === 'webhook' ? [{ name, config: {} }] : [],
  ),
})
