import { realmDeactivated } from '../accounts/account'
import { isAdministrator, isOwner, type Role } from '../accounts/roles'
import { hashOfKey, isWellFormedKey } from '../auth/keys'
import { assertPasswordLogin } from '../auth/methods'
import { refused } from '../core/base/errors'
import type { SystemTurn } from '../core/turn/change'
import { resetByKey, type ResetRow } from './queries'

/** Whether a user with one role may give a user with another role a new password. */
export const mayReset = (maker: { role: Role }, target: { role: Role }): boolean =>
  isAdministrator(maker) && (isOwner(maker) || !isOwner(target))

/**
 * The link with this key, if it is valid now. Checks everything that may have changed since it was created; its creator must
 * still be allowed to create it.
 */
export async function accessReset(
  { sql, realm_id, now, env }: Pick<SystemTurn, 'sql' | 'realm_id' | 'now' | 'env'>,
  key: string,
): Promise<ResetRow> {
  const reset = isWellFormedKey(key) ? await resetByKey(sql, realm_id, hashOfKey(key)) : null
  if (reset === null || reset.expires_at <= now || !reset.is_active || !isMakerEntitled(reset))
    throw refused('The link is wrong, was used already, or has expired.')
  if (reset.realm_deactivated) throw realmDeactivated()
  assertPasswordLogin(reset, env)
  return reset
}

function isMakerEntitled({ user_id, maker_id, maker_role, is_maker_active, role }: ResetRow): boolean {
  // A link of the operator, or one that the user asked for and got by mail.
  if (maker_id === null || maker_id === user_id) return true
  return maker_role !== null && is_maker_active === 1 && mayReset({ role: maker_role }, { role })
}

/** The address of a link that sets a password. The last part of the path is its key. */
export const linkOf = (origin: string, key: string): string => `${origin}/reset/${key}`
