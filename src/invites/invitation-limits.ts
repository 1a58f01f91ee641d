import type { Turn } from '../core/turn/change'
import { invitationFailed } from './failures'
import { countInvitedSince, countOpenInvitations } from './queries'

/** Invitations of one organization in a day. */
const mostADay = 100

/** Invitations of one organization that nobody has used yet: those that never expire would pile up. */
const mostOpen = 3000

/** Refuses more invitations than an organization may make in a day, or may have open (endpoints, Invitations). */
export async function assertFewInvitations({ env, sql, realm_id, now }: Turn, wanted: number): Promise<void> {
  if ((await countOpenInvitations(sql, realm_id, now)) + wanted > mostOpen)
    throw invitationFailed(`Your organization has too many open invitations (limit: ${mostOpen}).`, [])
  if (env.RATE_LIMITS === 'off') return
  const made = await countInvitedSince(sql, realm_id, now - 24 * 3600)
  if (made + wanted > mostADay)
    throw invitationFailed(`Your organization may make ${mostADay} invitations a day, and has made ${made}.`, [], {
      daily_limit_reached: true,
    })
}
