import { invalidation } from '../core/turn/query-cache'
import { joinSteps, type Step, type Turn } from '../core/turn/change'
import { endTakeovers } from '../sessions/begun'
import { endAllSessions } from '../sessions/grant'
import { refused, type ApiError } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { assertPasswordsReplaceable } from './methods'
import { passwordHash } from './queries'

/** Hashes of the old and the new password, from passwords-object.ts. */
export interface ReplacedHash {
  old_hash: string
  new_hash: string
}

export interface NewPassword extends ReplacedHash {
  /** Whether the actor's other sessions are kept. */
  keep_sessions: boolean
}

export const wrongPassword = (): ApiError => refused('Wrong password!', { reason: 'wrong_password' })

/**
 * Replaces the actor's password unless it has changed in the meantime, and ends the other sessions (endpoints, PATCH /settings).
 * Always ends what could give the account away.
 */
export async function replacePassword(turn: Turn, { old_hash, new_hash, keep_sessions }: NewPassword): Promise<Step> {
  const { actor, cached, env } = turn
  assertPasswordsReplaceable(actor, env)
  if ((await cached(passwordHash, actor.id)) !== old_hash) throw wrongPassword()
  const replaced: Step = {
    writes: [fragment`update password set hash = ${new_hash} where user_id = ${actor.id}`],
    invalidates: [invalidation(passwordHash, actor.id)],
  }
  return joinSteps(
    replaced,
    keep_sessions ? endTakeovers([actor.id]) : await endAllSessions(turn, actor, { but: actor.session?.hash }),
  )
}
