import { realmDeactivated } from '../accounts/account'
import { hashOfKey } from '../auth/keys'
import { assertPasswordLogin } from '../auth/methods'
import type { Sql } from '../core/sql/sql'
import type { SystemTurn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { RealmRow } from '../realm/queries'
import { settingsOf } from '../accounts/settings'
import { letsIn } from '../streams/access'
import { streamsById, type StreamRow } from '../streams/queries'
import { activeAmong } from '../subscriptions/queries'
import { invitationByKey, type InvitationRow } from './queries'
import { couldInvite } from './terms'
import { isAdministrator, isModerator } from '../accounts/roles'
import type { Sponsor } from '../users/create-user'

/**
 * The invitation with which a new user joins; null if they have no key and the organization needs none. Refuses keys of
 * invitations that are used, revoked, expired or for another address, or whose inviter could no longer make them.
 */
export async function acceptedInvitation(
  { sql, now, env }: Pick<SystemTurn, 'sql' | 'now' | 'env'>,
  realm: RealmRow,
  { invitation_key, email }: { invitation_key?: string | undefined; email: string },
): Promise<InvitationRow | null> {
  assertCanJoin(realm, env)
  if (invitation_key === undefined) {
    if (settingsOf(realm).invite_required) throw refused('You need an invitation to join this organization.')
    return null
  }
  const invitation = await invitationByKey(sql, realm.id, hashOfKey(invitation_key))
  const standing = standingOf(invitation, now)
  if (invitation === null || standing !== 'open') throw refused(problemOf[standing])
  if (invitation.email !== null && invitation.email.toLowerCase() !== email.trim().toLowerCase())
    throw refused('This invitation is for another email address.')
  return invitation
}

/** Refuses everybody if nobody can join at all. */
export function assertCanJoin(realm: RealmRow, env: Env): void {
  if (realm.deactivated) throw realmDeactivated()
  assertPasswordLogin(realm, env)
}

/** Whether an invitation can be accepted, or what became of it. */
export type InvitationState = 'open' | 'used' | 'revoked' | 'expired' | 'unknown'

const problemOf: Readonly<Record<InvitationState, string>> = {
  open: '',
  used: 'This invitation has been used already.',
  revoked: 'This invitation was taken back.',
  expired: 'This invitation has expired.',
  unknown: 'There is no such invitation.',
}

/** The state of an invitation. If its inviter could no longer make it, it counts as revoked. */
export function standingOf(invitation: InvitationRow | null, now: number): InvitationState {
  if (invitation === null) return 'unknown'
  const { status, expires_at, inviter_role } = invitation
  if (status === 'used') return 'used'
  if (status === 'revoked' || !couldInvite(inviter_role, invitation)) return 'revoked'
  return expires_at !== null && expires_at <= now ? 'expired' : 'open'
}

/**
 * The streams of an invitation; private ones only while its inviter is subscribed. Otherwise a person who was removed could come
 * back with another account (endpoints, Invitations).
 */
export async function offeredStreams(
  sql: Sql,
  realm_id: number,
  { stream_ids, inviter_id }: Pick<InvitationRow, 'stream_ids' | 'inviter_id'>,
): Promise<StreamRow[]> {
  const ids = JSON.parse(stream_ids) as number[]
  const [streams, own] = await Promise.all([streamsById(sql, realm_id, ids), activeAmong(sql, inviter_id, ids)])
  return streams.filter((stream) => letsIn(stream, own.has(stream.id)))
}

/**
 * Who vouches for a new user (behaviour, New users). Administrators do for people whom they invite by address or for a role above
 * member, which only they can give. With a reusable link nobody does. People invited by others use the share of their inviter:
 * otherwise one person could use as many shares as they invite people.
 */
export function sponsorOf(
  invitation: Pick<InvitationRow, 'email' | 'invited_as' | 'inviter_role' | 'inviter_share_id'> | null,
): Sponsor {
  if (invitation === null) return 'nobody'
  const { email, invited_as, inviter_role: role, inviter_share_id: share_id } = invitation
  if (isModerator({ role: invited_as })) return 'administrator'
  if (email === null) return 'nobody'
  return isAdministrator({ role }) ? 'administrator' : { share_id }
}
