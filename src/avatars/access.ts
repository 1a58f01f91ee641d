import type { Account } from '../auth/account'
import { refused } from '../core/errors'
import { settingsOf } from '../realm/settings'
import { isAdministrator } from '../users/roles'

/** Refuses whom the organization does not let change their own picture (endpoints, Own account). */
export function assertMayChangeAvatar(actor: Account): void {
  if (settingsOf(actor).avatar_changes_disabled && !isAdministrator(actor))
    throw refused('Avatar changes are disabled in this organization.')
}
