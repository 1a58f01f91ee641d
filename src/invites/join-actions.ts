import { joinSteps, type Change, type SystemTurn } from '../core/turn/change'
import { realmById } from '../realm/queries'
import { newSession } from '../sessions/grant'
import { addUser, type NewUserDetails } from '../users/create-user'
import { sharesOf } from '../accounts/account'
import { roles } from '../accounts/roles'
import { isNewcomer } from '../accounts/shares'
import { acceptedInvitation, offeredStreams, sponsorOf } from './admission'

interface Joining extends NewUserDetails {
  invitation_key?: string | undefined
  device: string
  twenty_four_hour_time?: boolean | undefined
}

/**
 * Creates the account of a new user. The invitation decides the role and the streams; without one, the user becomes a member. No
 * email proves that the address is theirs.
 */
export async function join(
  turn: SystemTurn,
  { invitation_key, device, twenty_four_hour_time, ...person }: Joining,
): Promise<Change<{ api_key: string; email: string; user_id: number }>> {
  const { cached, sql, realm_id, now } = turn
  const invitation = await acceptedInvitation(turn, (await cached(realmById, realm_id))!, {
    invitation_key,
    email: person.email,
  })
  const { user, step } = await addUser(turn, {
    ...person,
    role: invitation?.invited_as ?? roles.member,
    streams: invitation === null ? [] : await offeredStreams(sql, realm_id, invitation),
    inviter_id: invitation?.inviter_id ?? null,
    sponsor: sponsorOf(invitation),
    ...(twenty_four_hour_time !== undefined && { settings: { twenty_four_hour_time } }),
  })
  const { id, sponsor_id } = user
  const is_newcomer = sponsor_id === id || (sponsor_id !== null && (await isNewcomer(sql, sponsor_id)))
  const session = newSession({ user_id: id, kind: 'key', name: device }, now)
  return {
    ...joinSteps(step, session.step),
    result: { api_key: session.secret, email: user.delivery_email, user_id: id },
    shares: sharesOf({ share_id: sponsor_id ?? id, is_newcomer, realm_id }),
  }
}
