import type { Turn } from '../core/turn/change'
import { refused, type ApiError } from '../core/base/errors'
import { countOpenInvitations, countInvitedSince } from './queries'

/** An address that was not invited, why, and whether its account was deactivated. */
export type InviteeProblem = [email: string, reason: string, deactivated: boolean]

/** Message and details of a request that failed for some or all addresses. */
export interface InvitationFailure {
  msg: string
  errors: InviteeProblem[]
}

/** A refusal of invitations: of all, or of some while others were made (endpoints, Error codes). */
export const invitationFailed = (
  msg: string,
  errors: InviteeProblem[],
  extra: Record<string, unknown> = {},
): ApiError =>
  refused(msg, {
    code: 'INVITATION_FAILED',
    errors,
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: false,
    ...extra,
  })

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
