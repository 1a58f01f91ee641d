import type { SystemTurn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { RealmSettings } from '../accounts/settings'
import { domainsOfRealm, type DomainRow } from './queries'

/** Well-known services that hand out addresses for minutes. No such list is complete; it keeps out who did not think. */
const disposableDomains = new Set(
  '10minutemail.com 33mail.com burnermail.io discard.email dispostable.com dropmail.me emailondeck.com fakeinbox.com getairmail.com getnada.com grr.la guerrillamail.com guerrillamail.net guerrillamail.org inboxkitten.com mail-temp.com maildrop.cc mailinator.com mailnesia.com mintemail.com mohmal.com mytemp.email sharklasers.com spamgourmet.com temp-mail.org tempail.com tempmail.com tempr.email throwawaymail.com trashmail.com trbvm.com yopmail.com'.split(
    ' ',
  ),
)

type Rules = Pick<RealmSettings, 'emails_restricted_to_domains' | 'disallow_disposable_email_addresses'>

/** Why the organization does not let an address in (behaviour, Realm settings); null when it does. */
export function addressProblem(settings: Rules, domains: readonly DomainRow[], email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!settings.emails_restricted_to_domains)
    return settings.disallow_disposable_email_addresses && isDisposable(domain)
      ? 'Please use your real email address.'
      : null
  // Whoever has one address could make any number of them.
  if (email.slice(0, at).includes('+')) return 'Email addresses containing + are not allowed in this organization.'
  return domains.some((allowed) => covers(allowed, domain))
    ? null
    : `Your email address, ${email}, is not in one of the domains that are allowed in this organization.`
}

/** Subdomains of such a service are its own, too. */
function isDisposable(domain: string): boolean {
  const labels = domain.split('.')
  return labels.some((_, index) => disposableDomains.has(labels.slice(index).join('.')))
}

const covers = (allowed: DomainRow, domain: string): boolean =>
  domain === allowed.domain || (Boolean(allowed.allow_subdomains) && domain.endsWith(`.${allowed.domain}`))

/** Refuses an address that the organization does not let in. */
export async function assertAddressAllowed(
  { cached, realm_id }: Pick<SystemTurn, 'cached' | 'realm_id'>,
  settings: Rules,
  email: string,
): Promise<void> {
  const domains = settings.emails_restricted_to_domains ? await cached(domainsOfRealm, realm_id) : []
  const problem = addressProblem(settings, domains, email)
  if (problem !== null) throw refused(problem)
}
