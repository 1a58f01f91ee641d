import { Refusal, type EndReason } from '../../client'
import { texts } from '../i18n'
import { knownReason } from '../ui/refusals'

/** Why the user was logged out, or could not open the organization; empty if they logged out themselves. */
export function noticeOf(why: EndReason | Refusal | undefined): string {
  const t = texts.signedOut
  if (why instanceof Refusal) return knownReason(why) ?? ''
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
