import { invalidation } from '../core/turn/query-cache'
import { type Step, type Turn } from '../core/turn/change'
import { refused, type ApiError } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { assertPasswordsReplaceable } from './methods'
import { passwordHash } from './queries'

/** Hashes of the old and the new password, from passwords-object.ts. */
export interface ReplacedHash {
  old_hash: string
  new_hash: string
}

export const wrongPassword = (): ApiError => refused('Wrong password!')

/** Replaces the actor's password, unless it was changed meanwhile (endpoints, PATCH /settings). Keys stay valid. */
export async function replacePassword(
  { actor, cached, env }: Turn,
  { old_hash, new_hash }: ReplacedHash,
): Promise<Step> {
  assertPasswordsReplaceable(actor, env)
  if ((await cached(passwordHash, actor.id)) !== old_hash) throw wrongPassword()
  return {
    writes: [fragment`update password set hash = ${new_hash} where user_id = ${actor.id}`],
    invalidates: [invalidation(passwordHash, actor.id)],
  }
}
