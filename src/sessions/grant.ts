import { randomBytes } from 'node:crypto'
import { wrongKey } from '../accounts/account'
import { accountBySession } from '../auth/queries'
import { hashOfKey, newKey } from '../auth/keys'
import { joinSteps, type Step, type SystemTurn } from '../core/turn/change'
import { invalidation, invalidationOfAll } from '../core/turn/query-cache'
import type { UserRow } from '../users/queries'
import { peopleWithDevices } from '../web-push/queries'
import { deleteWebPushDevicesOfSessions } from '../web-push/writes'
import { endBegun } from './begun'
import { sessionsOf, type SessionRow } from './queries'
import { dayOf } from '../core/base/units'
import { expiryOf, hasExpired, type SessionKind } from './session'
import { deleteSessions, insertSession } from './writes'

/** Maximal number of sessions of a user, who may have one per device. A further one ends the oldest. */
const maxSessions = 1000

/** A session to create. */
interface NewSession {
  readonly user_id: number
  readonly kind: SessionKind
  /** The program and system of the request (`device-name.ts`). */
  readonly name: string
}

/** The first session of a new account and its secret: the API key, or the value of the cookie. */
export function newSession({ user_id, kind, name }: NewSession, now: number): { secret: string; step: Step } {
  const secret = newKey()
  const session: SessionRow = {
    hash: hashOfKey(secret),
    // Random, because consecutive numbers would reveal how many sessions exist.
    id: randomBytes(6).readUIntBE(0, 6),
    kind,
    name,
    created_at: now,
    used_on: dayOf(now),
    expires_at: expiryOf(kind, now),
  }
  return { secret, step: { writes: [insertSession(user_id, session)] } }
}

/**
 * Creates another session of an account. Ends expired ones, and the oldest one if there are too many. `others` are the sessions
 * that the account had before.
 */
export async function grantSession(
  { sql, now }: Pick<SystemTurn, 'sql' | 'now'>,
  wanted: NewSession,
): Promise<{ secret: string; step: Step; others: readonly SessionRow[] }> {
  const sessions = await sessionsOf(sql, wanted.user_id)
  const live = sessions.filter((session) => !hasExpired(session, now))
  const surplus = live.slice(0, Math.max(0, live.length + 1 - maxSessions))
  const { secret, step } = newSession(wanted, now)
  return {
    secret,
    others: live,
    step: joinSteps(endSessionRows([...sessions.filter((session) => hasExpired(session, now)), ...surplus]), step),
  }
}

/**
 * Ends sessions: their requests are refused from the commit on, their sockets and waiting polls end at once, and the devices that
 * they registered get no more pushes.
 */
export function endSessionRows(sessions: readonly Pick<SessionRow, 'hash'>[]): Step {
  if (sessions.length === 0) return { writes: [] }
  const hashes = sessions.map(({ hash }) => hash)
  return {
    writes: [deleteWebPushDevicesOfSessions(hashes), deleteSessions(hashes)],
    invalidates: [...hashes.map((hash) => invalidation(accountBySession, hash)), invalidationOfAll(peopleWithDevices)],
    endsSessions: { marks: hashes, refusal: wrongKey().refusal },
  }
}

/** Ends all sessions of a user except one, and what they began. */
export async function endAllSessions(
  turn: Pick<SystemTurn, 'cached' | 'sql' | 'realm_id' | 'facts' | 'now' | 'env' | 'upcoming'>,
  user: Pick<UserRow, 'id' | 'role'>,
  { but }: { but?: string | undefined } = {},
): Promise<Step> {
  const sessions = await sessionsOf(turn.sql, user.id)
  return joinSteps(endSessionRows(sessions.filter(({ hash }) => hash !== but)), await endBegun(turn, [user]))
}
