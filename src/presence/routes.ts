import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { flag, pathText, text } from '../core/http/params'
import { presenceStatusSchema, presencesSchema, userPresenceSchema } from './schema'

/** Time of the answer, in seconds since 1970 UTC. Times of reports are to be compared with this one. */
const server_timestamp = z.number()

/**
 * A client reports about once a minute while it runs, and learns of the others from the answer. The report is kept
 * under the name of the client. If your setting `presence_enabled` is off, or the organization wants no presence
 * (`presence_disabled`), nothing is kept. People only, no bots. When a client reports for the first time, or you become
 * active, everybody is told by an event `presence`, in organizations with at most 100 active accounts.
 *
 * Over the WebSocket of an event queue, a client reports only when the status changes, and after each opening: the report
 * holds as long as the connection, on which the client sends `ping` every 30 seconds. Everybody is told also when you
 * become idle on all of your clients, and when you leave.
 *
 * @error BAD_REQUEST You are a bot.
 */
export const reportPresenceEndpoint = endpoint('POST /users/me/presence', {
  summary: 'Tell that you are here, and learn who else is',
  overSocket: true,
  params: {
    status: text(presenceStatusSchema),
    /** Whether the answer should leave out who else is here. */
    ping_only: flag().default(false),
    /** Whether the keyboard or mouse was used since the last report. Without effect. */
    new_user_input: flag().default(false),
    /** Whether the answer should be in the short form: by user id, with times only. */
    slim_presence: flag().default(false),
  },
  returns: {
    /** Presence of the people who were seen in the last two weeks. Absent with `ping_only`. */
    presences: presencesSchema.optional(),
    /** Time of the answer, in seconds since 1970 UTC. Absent with `ping_only`. */
    server_timestamp: server_timestamp.optional(),
  },
  async run({ params, realm }) {
    return realm.perform('reportPresence', params)
  },
})

/**
 * Answers in the long form: by address and client. Clients that report their own presence learn the same from the
 * answer of `POST /users/me/presence`.
 */
export const realmPresenceEndpoint = endpoint('GET /realm/presence', {
  summary: 'Who of the organization is here',
  overSocket: true,
  returns: {
    /** Presence of the people who were seen in the last two weeks. Empty if the organization wants no presence. */
    presences: presencesSchema,
    server_timestamp,
  },
  async run({ realm }) {
    return realm.perform('realmPresence', {})
  },
})

/**
 * Answers the presence of one active person.
 *
 * @error BAD_REQUEST The person does not exist, was deactivated, or is a bot.
 * @error BAD_REQUEST Nothing is known of the presence of the person, or the organization wants no presence.
 */
export const userPresenceEndpoint = endpoint('GET /users/{user_id_or_email}/presence', {
  summary: 'Whether somebody is here',
  overSocket: true,
  params: {
    /** Id of the person, or the address that you see of them. */
    user_id_or_email: pathText(),
  },
  returns: {
    /** Presence of the person: the last report of each client, by its name, and `aggregated`. */
    presence: userPresenceSchema,
  },
  async run({ params, realm }) {
    return realm.perform('presenceOf', { named: params.user_id_or_email })
  },
})
