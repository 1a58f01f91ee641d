import { Refusal, type EndReason } from '../../client'
import { texts } from '../i18n'
import { formatTimeOfDay } from '../i18n/format'
import { reasonOf } from '../ui/reason'

/** What an error code means at the login; null for other errors. */
function known(error: unknown): string | null {
  const t = texts.signedOut
  switch (error instanceof Refusal && error.code) {
    case 'AUTHENTICATION_FAILED':
      return t.wrong
    case 'USER_DEACTIVATED':
      return t.deactivated
    case 'REALM_DEACTIVATED':
      return t.realmDeactivated
    case 'PASSWORD_AUTH_DISABLED':
      return t.byPasswordOff
    case 'QUOTA_EXCEEDED':
      return t.full(formatTimeOfDay(Date.now() + ((error as Refusal).retry_after ?? 0) * 1000))
    case 'RATE_LIMIT_HIT':
      return t.tooOften
    default:
      return null
  }
}

/** Why a login or a new account was refused: a translated text if there is one, otherwise the server's own. */
export function whyNotIn(error: unknown): string {
  return known(error) ?? reasonOf(error)
}

/** Why the user was logged out, or could not open the organization; empty if they logged out themselves. */
export function noticeOf(why: EndReason | Refusal | undefined): string {
  const t = texts.signedOut
  if (why instanceof Refusal) return known(why) ?? ''
  switch (why) {
    case 'unauthorized':
      return t.ended
    case 'other_account':
      return t.otherAccount
    case 'account_deactivated':
      return t.deactivated
    case 'organization_deactivated':
      return t.realmDeactivated
    default:
      return ''
  }
}
