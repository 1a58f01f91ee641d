import { storeKey } from '../auth/actions'
import { realmDeactivated } from '../auth/account'
import { hashOfKey, newKey } from '../auth/keys'
import { assertPasswords } from '../auth/methods'
import { together, type Change, type OpenTurn } from '../core/change'
import { refused } from '../core/errors'
import { realmById } from '../realm/queries'
import { settingsOf } from '../realm/settings'
import { streamsById } from '../streams/queries'
import { addNewcomer } from '../users/newcomer'
import { roles } from '../users/roles'
import { invitationByKey, type InvitationRow } from './queries'
import { mayGive } from './terms'

export interface JoinInput {
  invitation_key?: string | undefined
  full_name: string
  email: string
  password: string
}

/**
 * Makes somebody an account, as the invitation says whose key they have; without a key as a member, where the
 * organization requires no invitation. No mail proves that the address is theirs.
 */
export async function join(
  turn: OpenTurn,
  { invitation_key, ...person }: JoinInput,
): Promise<Change<{ api_key: string; email: string; user_id: number }>> {
  const { known, sql, realm_id, now, env } = turn
  const realm = (await known(realmById, realm_id))!
  if (realm.deactivated) throw realmDeactivated()
  assertPasswords(realm, env)
  const invitation = invitation_key === undefined ? null : await accepted(turn, invitation_key, person.email)
  if (invitation === null) {
    if (settingsOf(realm).invite_required) throw refused('You need an invitation to join this organization.')
    limitUninvited(turn)
  }

  const stream_ids = invitation === null ? [] : (JSON.parse(invitation.stream_ids) as number[])
  const { user, step } = await addNewcomer(turn, {
    ...person,
    role: invitation?.invited_as ?? roles.member,
    streams: await streamsById(sql, realm_id, stream_ids),
    inviter_id: invitation?.inviter_id ?? null,
  })
  const api_key = newKey()
  return {
    ...together(step, { writes: [storeKey(user.id, api_key, now)] }),
    result: { api_key, email: user.delivery_email, user_id: user.id },
  }
}

/** The invitation with this key, if it is still good, and good for this address. */
async function accepted({ sql, realm_id, now }: OpenTurn, key: string, email: string): Promise<InvitationRow> {
  const invitation = await invitationByKey(sql, realm_id, hashOfKey(key))
  if (invitation === null) throw refused('There is no such invitation.')
  const { status, expires_at, inviter_role, invited_as } = invitation
  if (status === 'used') throw refused('This invitation has been used already.')
  if (status === 'revoked' || !mayGive(inviter_role, invited_as)) throw refused('This invitation was taken back.')
  if (expires_at !== null && expires_at <= now) throw refused('This invitation has expired.')
  if (invitation.email !== null && invitation.email.toLowerCase() !== email.trim().toLowerCase())
    throw refused('This invitation is for another email address.')
  return invitation
}

/** Attempts to join without an invitation from one address on the network. */
const uninvited = { attempts: 10, seconds: 24 * 3600 }

function limitUninvited({ env, attempts, facts }: OpenTurn): void {
  if (env.RATE_LIMITS === 'off' || facts.address === null) return
  const key = `join:${facts.address}`
  attempts.guard(key, uninvited.attempts, uninvited.seconds)
  attempts.record(key)
}
