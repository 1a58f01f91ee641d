import type { StateOf } from '../events/part'
import { integrations } from './services'

/** The services whose events become messages (register, People). */
export const incomingWebhooksState: StateOf = async () => ({
  realm_incoming_webhook_bots: integrations.map(({ name }) => ({ name, config: {} })),
})
