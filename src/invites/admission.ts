import { realmDeactivated } from '../accounts/account'
import { hashOfKey } from '../auth/keys'
import { assertPasswords } from '../auth/methods'
import type { SystemTurn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { RealmRow } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { invitationByKey, type InvitationRow } from './queries'
import { couldInvite } from './terms'

/**
 * Refuses whom the organization does not let in; an invitation is worth nothing when its maker could not make it any more. Answers the invitation that somebody comes by; null where they need none
 * and have none.
 */
export async function acceptedInvitation(
  { sql, now, env }: Pick<SystemTurn, 'sql' | 'now' | 'env'>,
  realm: RealmRow,
  { invitation_key, email }: { invitation_key?: string | undefined; email: string },
): Promise<InvitationRow | null> {
  if (realm.deactivated) throw realmDeactivated()
  assertPasswords(realm, env)
  if (invitation_key === undefined) {
    if (settingsOf(realm).invite_required) throw refused('You need an invitation to join this organization.')
    return null
  }
  const invitation = await invitationByKey(sql, realm.id, hashOfKey(invitation_key))
  if (invitation === null) throw refused('There is no such invitation.')
  const { status, expires_at, inviter_role } = invitation
  if (status === 'used') throw refused('This invitation has been used already.')
  if (status === 'revoked' || !couldInvite(inviter_role, invitation)) throw refused('This invitation was taken back.')
  if (expires_at !== null && expires_at <= now) throw refused('This invitation has expired.')
  if (invitation.email !== null && invitation.email.toLowerCase() !== email.trim().toLowerCase())
    throw refused('This invitation is for another email address.')
  return invitation
}
