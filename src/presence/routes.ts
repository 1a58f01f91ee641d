import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { flag, pathText, text } from '../core/http/params'
import { presenceStatusSchema, presencesSchema, userPresenceSchema } from './schema'

export const reportPresenceEndpoint = endpoint('POST /users/me/presence', {
  summary: 'Tell that you are here, and learn who else is',
  params: {
    status: text(presenceStatusSchema),
    ping_only: flag().default(false),
    /** Whether somebody used the keyboard; taken, and of no consequence. */
    new_user_input: flag().default(false),
    slim_presence: flag().default(false),
  },
  returns: { presences: presencesSchema.optional(), server_timestamp: z.number().optional() },
  async run({ params, realm }) {
    return realm.perform('reportPresence', params)
  },
})

export const realmPresenceEndpoint = endpoint('GET /realm/presence', {
  summary: 'Who of the organization is here',
  returns: { presences: presencesSchema, server_timestamp: z.number() },
  async run({ realm }) {
    return realm.perform('realmPresence', {})
  },
})

export const userPresenceEndpoint = endpoint('GET /users/{user_id_or_email}/presence', {
  summary: 'Whether somebody is here',
  params: { user_id_or_email: pathText() },
  returns: { presence: userPresenceSchema },
  async run({ params, realm }) {
    return realm.perform('presenceOf', { named: params.user_id_or_email })
  },
})
