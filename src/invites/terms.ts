import { assertHuman } from '../accounts/account'
import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { daySeconds } from '../core/base/units'
import { accessContent } from '../streams/access'
import { isAdministrator, isGuest, isModerator, isOwner, type Role } from '../accounts/roles'

/** Role, streams and duration of an invitation. */
export interface InvitationTerms {
  invite_as: Role
  stream_ids: number[]
  /** Null: it never expires. */
  invite_expires_in_days: number | null
}

/** Refuses guests and bots, who cannot invite by address (endpoints, Invitations). */
export function assertMayInviteAtAll({ actor }: Pick<Turn, 'actor'>): void {
  if (isGuest(actor)) throw refused('Not allowed for guest users', { reason: 'not_allowed' })
  assertHuman(actor)
}

/** Refuses to make or change invitations to a role to which the actor may not invite. */
export function assertMayInviteAs({ actor }: Pick<Turn, 'actor'>, role: Role): void {
  if (mayInviteAs(actor.role, role)) return
  const needed = isOwner({ role }) ? 'owner' : 'administrator'
  throw refused(`Must be an organization ${needed}`, { code: 'UNAUTHORIZED_PRINCIPAL' })
}

/** Whether the inviter may invite to a role: owners invite owners, administrators invite administrators and moderators (endpoints, Invitations). */
const mayInviteAs = (inviter: Role, role: Role): boolean =>
  isOwner({ role }) ? isOwner({ role: inviter }) : !isModerator({ role }) || isAdministrator({ role: inviter })

/** Whether a user with this role could make the invitation: only administrators make reusable links, and guests none. */
export const couldInvite = (role: Role, { email, invited_as }: { email: string | null; invited_as: Role }): boolean =>
  (email === null ? isAdministrator({ role }) : !isGuest({ role })) && mayInviteAs(role, invited_as)

/** Refuses streams whose messages the actor may not see. */
export async function assertMayInviteInto(turn: Turn, stream_ids: readonly number[]): Promise<void> {
  for (const stream_id of stream_ids) await accessContent(turn, { stream_id })
}

export const expiryOf = (
  { invite_expires_in_days }: Pick<InvitationTerms, 'invite_expires_in_days'>,
  now: number,
): number | null => (invite_expires_in_days === null ? null : now + invite_expires_in_days * daySeconds)
