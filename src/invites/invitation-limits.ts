import { shareOf } from '../accounts/account'
import { isAdministrator } from '../accounts/roles'
import { lackOfRoom } from '../accounts/limit-room'
import { partsOf } from '../accounts/organization-limits'
import type { Turn } from '../core/turn/change'
import { daySeconds } from '../core/base/units'
import { invitationFailed } from './failures'
import { invitedSince, openByInviter, type InvitationRow } from './queries'

/** Refuses more invitations than may be made in a day, or may be open (endpoints, Invitations). */
export async function assertFewInvitations(turn: Turn, wanted: number): Promise<void> {
  await assertFewOpen(turn, wanted)
  await assertFewOfDay(turn, wanted)
}

async function assertFewOpen(turn: Turn, wanted: number): Promise<void> {
  const lack = await lackOfRoom(turn, 'openInvitations', wanted, openByInviter(turn.realm_id, turn.now))
  if (lack !== null) throw invitationFailed(lack, [])
}

async function assertFewOfDay(turn: Turn, wanted: number): Promise<void> {
  const { env, realm_id, now } = turn
  if (env.RATE_LIMITS === 'off') return
  const lack = await lackOfRoom(turn, 'invitations', wanted, invitedSince(realm_id, now - daySeconds))
  if (lack !== null) throw invitationFailed(lack, [], { daily_limit_reached: true })
}

/**
 * Refuses to resend an invitation too often. Resending counts an expired one as open again, and one from an earlier day as one of
 * today. One that is already counted can be resent, too, so resending has its own limit.
 */
export async function assertMayResend(
  turn: Turn,
  { created_at, expires_at }: Pick<InvitationRow, 'created_at' | 'expires_at'>,
): Promise<void> {
  const { actor, attempts, env, now } = turn
  if (expires_at !== null && expires_at <= now) await assertFewOpen(turn, 1)
  if (created_at <= now - daySeconds) await assertFewOfDay(turn, 1)
  if (env.RATE_LIMITS === 'off') return
  const { ofShare, ofRealm } = partsOf('invitations')
  const resendLimit = isAdministrator({ role: actor.person_role }) ? ofRealm : ofShare
  attempts.take(`resent invitations ${shareOf(actor)}`, { maxAttempts: resendLimit, seconds: daySeconds })
}
