import { z } from 'zod'
import type { Account } from '../accounts/account'
import { daySeconds } from '../core/base/units'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { pathId } from '../core/http/params'
import { userById } from '../users/queries'
import { sessionOwner } from './access'
import { sessionsOf } from './queries'
import { hasExpired } from './session'

const sessionSchema = z.object({
  /** Id of the session. */
  id: z.int(),
  /** `key` for an API key, which a program holds, or `browser` for the cookie of a browser. */
  kind: z.enum(['key', 'browser']),
  /** The program and system that it was made by, such as `Firefox on Windows`. Empty where they are not known. */
  name: z.string(),
  /** When it was made, in seconds since 1970 UTC. */
  created: z.int(),
  /** The day of its last use: its beginning, in seconds since 1970 UTC. */
  last_used: z.int(),
  /** When it ends if it is not used until then, in seconds since 1970 UTC; null: it does not end by itself. */
  expires: z.int().nullable(),
  /** Whether it is the session that asks. */
  is_current: z.boolean(),
})

async function readSessions(
  { sql }: Pick<RequestContext<never>, 'sql'>,
  { session }: Account,
  user_id: number,
): Promise<z.infer<typeof sessionSchema>[]> {
  const now = Date.now() / 1000
  const live = (await sessionsOf(sql, user_id)).filter((one) => !hasExpired(one, now))
  return live.toReversed().map(({ id, kind, name, created_at, used_on, expires_at, hash }) => ({
    id,
    kind,
    name,
    created: Math.floor(created_at),
    last_used: used_on * daySeconds,
    expires: expires_at && Math.floor(expires_at),
    is_current: hash === session?.hash,
  }))
}

/** The newest first; at most 1,000. */
const sessions = z.array(sessionSchema)

/** Id of the user or bot. */
const user_id = pathId()

/** Id of the session, as the list names it. */
const session_id = pathId()

/** Number of sessions that were ended. */
const endedCount = z.int()

/**
 * What you are logged in by: the API keys of programs, and the sessions of browsers. A browser's session ends when it was
 * not used for 30 days. An account has at most 1,000; a further one ends the oldest.
 */
export const ownSessionsEndpoint = endpoint('GET /users/me/sessions', {
  summary: 'Your keys and sessions',
  returns: { sessions },
  async run({ viewer, sql }) {
    const account = await viewer()
    return { sessions: await readSessions({ sql }, account, account.id) }
  },
})

/**
 * Ends one of your keys or sessions, also the one that asks. Its next request is refused, its sockets are closed and its
 * waiting polls are refused at once. Event queues stay. If it is another one than that which asks, what your sessions began ends
 * as well: a change of address that waits, a link for a new password, devices that get push notifications; for administrators
 * also links for new passwords of others, invitations to higher roles, and links to archives.
 *
 * @error BAD_REQUEST You have no such session.
 */
export const endOwnSessionEndpoint = endpoint('DELETE /users/me/sessions/{session_id}', {
  summary: 'End one of your keys or sessions',
  params: { session_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('endSession', params)
  },
})

/** Ends all your keys and sessions but the one that asks, as `DELETE /users/me/sessions/{session_id}` ends one. */
export const endOtherSessionsEndpoint = endpoint('DELETE /users/me/sessions', {
  summary: 'Log out everywhere else',
  overSocket: true,
  returns: { ended: endedCount },
  async run({ realm }) {
    return realm.perform('endSessions', {})
  },
})

/**
 * For administrators, and for bots their owners, too. The sessions of owners are for owners only.
 *
 * @error BAD_REQUEST There is no such user, or you may not see their sessions.
 */
export const sessionsEndpoint = endpoint('GET /users/{user_id}/sessions', {
  summary: "A user's keys and sessions",
  params: { user_id },
  returns: { sessions },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const target = sessionOwner(account, await userById(sql, account.realm_id, params.user_id))
    return { sessions: await readSessions({ sql }, account, target.id) }
  },
})

/**
 * For administrators, and for bots their owners, too. The sessions of owners are for owners only.
 *
 * @error BAD_REQUEST There is no such user or session, or you may not end it.
 */
export const endSessionEndpoint = endpoint('DELETE /users/{user_id}/sessions/{session_id}', {
  summary: "End one of a user's keys or sessions",
  overSocket: true,
  params: { user_id, session_id },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('endSession', params)
  },
})

/**
 * For administrators, and for bots their owners, too. The sessions of owners are for owners only. Somebody who names their
 * own id keeps the session that asks.
 *
 * @error BAD_REQUEST There is no such user, or you may not end their sessions.
 */
export const endSessionsEndpoint = endpoint('DELETE /users/{user_id}/sessions', {
  summary: "End all of a user's keys and sessions",
  overSocket: true,
  params: { user_id },
  returns: { ended: endedCount },
  async run({ params, realm }) {
    return realm.perform('endSessions', params)
  },
})
