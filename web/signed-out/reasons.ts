import { Refusal, type EndReason } from '../../client'
import { laterWords } from '../i18n/later-words'
import { reasonOf } from '../ui/reason'

/** What the codes of refusals mean to somebody who wants to come in. */
function known(error: unknown): string | null {
  const t = laterWords.gate
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
      return t.full(Date.now() + ((error as Refusal).retry_after ?? 0) * 1000)
    case 'RATE_LIMIT_HIT':
      return t.tooOften
    default:
      return null
  }
}

/** Why somebody was not let in, in the words of the reader where there are some. */
export function whyNotIn(error: unknown): string {
  return known(error) ?? reasonOf(error)
}

/** Why somebody who was in is not any more, or was not let in; empty if they wanted it so. */
export function noticeOf(why: EndReason | Refusal | undefined): string {
  const t = laterWords.gate
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
