import type { Account } from '../accounts/account'
import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'
import { isAdministrator } from '../accounts/roles'

/** Refuses the actor if the organization lets only administrators change their pictures (endpoints, Own account). */
export function assertMayChangeAvatar(actor: Account): void {
  if (settingsOf(actor).avatar_changes_disabled && !isAdministrator(actor))
    throw refused('Avatar changes are disabled in this organization.')
}
