import { refused, type ApiError } from '../core/base/errors'
import type { AddressProblem } from '../domains/address-rules'

/** An address that was not invited, and why. */
export interface InviteeProblem extends AddressProblem {
  email: string
}

/** Message and details if a request fails for some or all addresses. */
export interface InvitationFailure {
  msg: string
  errors: InviteeProblem[]
}

/** The refusal of all invitations, or of some while others were made (endpoints, Error codes). */
export const invitationFailed = (
  msg: string,
  errors: InviteeProblem[],
  extra: Record<string, unknown> = {},
): ApiError =>
  refused(msg, {
    code: 'INVITATION_FAILED',
    errors: errors.map((problem) => [problem.email, problem.msg, problem.reason === 'account_deactivated']),
    error_reasons: errors.map(({ reason }) => reason),
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: false,
    ...extra,
  })
