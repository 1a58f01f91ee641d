import { refused } from '../core/base/errors'
import { joinSteps, type Change, type Turn } from '../core/turn/change'
import { invalidation } from '../core/turn/query-cache'
import { settingsOf } from '../accounts/settings'
import { accountBySession } from '../auth/queries'
import { scheduleDigestMails } from '../digest-mails/schedule'
import { userById } from '../users/queries'
import { sessionOwner } from './access'
import { endBegun } from './begun'
import { endSessionRows, endAllSessions } from './grant'
import { sessionsOf } from './queries'
import { dayOf } from '../core/base/units'
import { expiryOf, isRenewalDue } from './session'
import { renew } from './writes'

/** Records that the actor uses the session today, which postpones its end. */
export async function renewSession(turn: Turn): Promise<Change> {
  const { actor, now } = turn
  const { session } = actor
  if (session === undefined || !isRenewalDue(session, now)) return { writes: [], result: {} }
  const { hash, kind } = session
  const digestsAt = scheduleDigestMails(turn, settingsOf(actor))
  return {
    writes: [renew({ hash, used_on: dayOf(now), expires_at: expiryOf(kind, now) })],
    invalidates: [invalidation(accountBySession, hash)],
    result: {},
    ...(digestsAt !== null && { wakesAt: digestsAt }),
  }
}

/** Ends the session that the actor is using. */
export async function logOut({ actor }: Turn): Promise<Change> {
  return { ...endSessionRows(actor.session === undefined ? [] : [actor.session]), result: {} }
}

/** The account whose sessions end; the actor's own if `user_id` is missing. */
interface Target {
  user_id?: number
}

/**
 * Ends a session of the actor, or of an account that the actor administers. It is unknown which session began what is still
 * waiting (`endBegun`), so all of that ends as well, unless the actor logs out.
 */
export async function endSession(
  turn: Turn,
  { user_id, session_id }: Target & { session_id: number },
): Promise<Change> {
  const user = await target(turn, user_id)
  const session = (await sessionsOf(turn.sql, user.id)).find(({ id }) => id === session_id)
  if (session === undefined) throw refused('No such session')
  const isOwn = session.hash === turn.actor.session?.hash
  return { ...joinSteps(endSessionRows([session]), isOwn ? null : await endBegun(turn, [user])), result: {} }
}

/** Ends all sessions of an account that the actor administers; of the actor's own account all other sessions. */
export async function endSessions(turn: Turn, { user_id }: Target): Promise<Change<{ ended: number }>> {
  const user = await target(turn, user_id)
  const but = user.id === turn.actor.id ? turn.actor.session?.hash : undefined
  const step = await endAllSessions(turn, user, { but })
  return { ...step, result: { ended: step.endsSessions?.marks.length ?? 0 } }
}

const target = async ({ cached, realm_id, actor }: Turn, id = actor.id) =>
  sessionOwner(actor, await cached(userById, realm_id, id))
