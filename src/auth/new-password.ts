import { about, type Change, type Turn } from '../core/change'
import { refused } from '../core/errors'
import { fragment } from '../core/sql'
import { guess } from './guesses'
import { logsInBy } from './methods'
import { assertStrong, costIn, hashPassword, isPassword } from './password'
import { passwordHash } from './queries'

/** Replaces the actor's password; takes the old one (endpoints, PATCH /settings). Keys stay as they are. */
export async function replacePassword(
  turn: Turn,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<Change> {
  const { actor, known, env } = turn
  if (!logsInBy('Email', actor, env)) throw refused('Your password is managed elsewhere.')
  const { wrong, right } = guess(turn, actor.delivery_email)
  if (!isPassword(old_password, await known(passwordHash, actor.id), costIn(env))) {
    wrong()
    throw refused('Wrong password!')
  }
  right()
  assertStrong(new_password, { email: actor.delivery_email, full_name: actor.full_name })
  const hash = hashPassword(new_password, costIn(env))
  return {
    writes: [fragment`update password set hash = ${hash} where user_id = ${actor.id}`],
    result: {},
    alters: [about(passwordHash, actor.id)],
  }
}
