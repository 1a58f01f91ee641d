import { refused, type ApiError } from '../core/base/errors'

/** An address that was not invited, why, and whether its account was deactivated. */
export type InviteeProblem = [email: string, reason: string, deactivated: boolean]

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
    errors,
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: false,
    ...extra,
  })
