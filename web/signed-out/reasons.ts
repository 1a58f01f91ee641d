import { Refusal, type EndReason } from '../../client'
import { laterWords } from '../i18n/later-words'
import { reasonOf } from '../ui/reason'

/** What the codes of refusals mean to somebody who wants to come in. */
function known(error: unknown): string | null {
  const said = laterWords.gate
  switch (error instanceof Refusal && error.code) {
    case 'AUTHENTICATION_FAILED':
      return said.wrong
    case 'USER_DEACTIVATED':
      return said.deactivated
    case 'REALM_DEACTIVATED':
      return said.realmDeactivated
    case 'PASSWORD_AUTH_DISABLED':
      return said.byPasswordOff
    case 'QUOTA_EXCEEDED':
      return said.full(Date.now() + ((error as Refusal).retry_after ?? 0) * 1000)
    case 'RATE_LIMIT_HIT':
      return said.tooOften
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
  const said = laterWords.gate
  if (why instanceof Refusal) return known(why) ?? ''
  switch (why) {
    case 'unauthorized':
      return said.ended
    case 'other_account':
      return said.otherAccount
    case 'account_deactivated':
      return said.deactivated
    case 'organization_deactivated':
      return said.realmDeactivated
    default:
      return ''
  }
}
