import type { SystemTurn } from '../core/turn/change'
import { refused, type RefusalReason } from '../core/base/errors'
import type { RealmSettings } from '../accounts/settings'
import { disposableList } from './disposable-list'
import { domainsOfRealm, type DomainRow } from './queries'

let disposableDomains: Set<string> | null = null

type AddressRules = Pick<RealmSettings, 'emails_restricted_to_domains' | 'disallow_disposable_email_addresses'>

/** Why an address may not join: for people, and for programs. */
export interface AddressProblem {
  msg: string
  reason: RefusalReason
}

/** Why an address may not join the organization (behaviour, Realm settings); null if it may. */
export function addressProblem(
  settings: AddressRules,
  domains: readonly DomainRow[],
  email: string,
): AddressProblem | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!settings.emails_restricted_to_domains)
    return settings.disallow_disposable_email_addresses && isDisposable(domain)
      ? { msg: 'Please use your real email address.', reason: 'disposable_email' }
      : null
  // The owner of one address can make any number of such addresses.
  if (email.slice(0, at).includes('+'))
    return { msg: 'Email addresses containing + are not allowed in this organization.', reason: 'email_with_plus' }
  return domains.some((allowed) => covers(allowed, domain))
    ? null
    : {
        msg: `Your email address, ${email}, is not in one of the domains that are allowed in this organization.`,
        reason: 'email_domain_not_allowed',
      }
}

/**
 * Whether the domain, or a parent of it, belongs to a service for disposable addresses. No such list is complete: it stops
 * thoughtless people, not determined ones.
 */
function isDisposable(domain: string): boolean {
  disposableDomains ??= new Set(disposableList.trim().split(/\s+/))
  return disposableDomains.has(domain.split('.').slice(-2).join('.'))
}

const covers = (allowed: DomainRow, domain: string): boolean =>
  domain === allowed.domain || (Boolean(allowed.allow_subdomains) && domain.endsWith(`.${allowed.domain}`))

/** Refuses an address that may not join the organization. */
export async function assertAddressAllowed(
  { cached, realm_id }: Pick<SystemTurn, 'cached' | 'realm_id'>,
  settings: AddressRules,
  email: string,
): Promise<void> {
  const domains = settings.emails_restricted_to_domains ? await cached(domainsOfRealm, realm_id) : []
  const problem = addressProblem(settings, domains, email)
  if (problem !== null) throw refused(problem.msg, { reason: problem.reason })
}
