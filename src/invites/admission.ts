import { realmDeactivated } from '../accounts/account'
import { hashOfKey } from '../auth/keys'
import { assertPasswordLogin } from '../auth/methods'
import type { SystemTurn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { RealmRow } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { invitationByKey, type InvitationRow } from './queries'
import { couldInvite } from './terms'

/**
 * The invitation by which a new user joins; null if they have no key and the organization needs none. Refuses keys of
 * invitations that are used, revoked, expired, for another address, or whose inviter could not make them any more.
 */
export async function acceptedInvitation(
  { sql, now, env }: Pick<SystemTurn, 'sql' | 'now' | 'env'>,
  realm: RealmRow,
  { invitation_key, email }: { invitation_key?: string | undefined; email: string },
): Promise<InvitationRow | null> {
  if (realm.deactivated) throw realmDeactivated()
  assertPasswordLogin(realm, env)
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
