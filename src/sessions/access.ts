import type { Account } from '../accounts/account'
import { isAdministrator, isOwner } from '../accounts/roles'
import { assertMayAdminister } from '../bots/access'
import { refused } from '../core/base/errors'
import type { UserRow } from '../users/queries'

/**
 * The account whose sessions `asker` may see and end: their own, those of their bots, and for administrators all; those of
 * owners only for owners.
 */
export function sessionOwner(asker: Account, target: UserRow | null): UserRow {
  if (target === null || target.is_system_bot) throw refused('No such user')
  if (target.id === asker.id) return target
  if (target.bot_type !== null) assertMayAdminister(asker, target)
  else if (!isAdministrator(asker) || (isOwner(target) && !isOwner(asker)))
    throw refused('Insufficient permission', { reason: 'not_allowed' })
  return target
}
