import { insertDomain } from './writes'
import { invalidation } from '../core/turn/query-cache'
import { tell, joinSteps, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { storeSettings } from '../realm/store-settings'
import { settingsOf } from '../accounts/settings'
import { everyone } from '../users/audience'
import { assertWithin } from '../accounts/limit-room'
import { assertAdministrator } from '../accounts/roles'
import { domainName } from './names'
import { domainsOfRealm, type DomainRow } from './queries'

/** Adds a domain. It only matters while the organization is restricted to domains (endpoints, Realm administration). */
export async function addDomain(
  turn: Turn,
  { domain: raw, allow_subdomains }: { domain: string; allow_subdomains: boolean },
): Promise<Change<{ new_domain: [id: number, domain: string] }>> {
  const { actor, cached, realm_id } = turn
  assertAdministrator(actor)
  const domain = domainName(raw)
  const domains = await cached(domainsOfRealm, realm_id)
  if (domains.some((other) => other.domain === domain))
    throw refused(`The domain ${domain} is already a part of your organization.`)
  assertWithin('domains', domains.length + 1)
  const id = turn.next('realm_domain')
  return {
    writes: [insertDomain(realm_id, { id, domain, allow_subdomains })],
    events: [
      tell(await everyone(turn), { type: 'realm_domains', op: 'add', realm_domain: { domain, allow_subdomains } }),
    ],
    result: { new_domain: [id, domain] },
    invalidates: [invalidation(domainsOfRealm, realm_id)],
  }
}

/** Sets whether addresses of subdomains may join, too. */
export async function changeDomain(
  turn: Turn,
  { domain: raw, allow_subdomains }: { domain: string; allow_subdomains: boolean },
): Promise<Change> {
  const { id, domain } = await accessDomain(turn, raw)
  return {
    writes: [fragment`update realm_domain set allow_subdomains = ${allow_subdomains} where id = ${id}`],
    events: [
      tell(await everyone(turn), { type: 'realm_domains', op: 'change', realm_domain: { domain, allow_subdomains } }),
    ],
    result: {},
    invalidates: [invalidation(domainsOfRealm, turn.realm_id)],
  }
}

/** Removes a domain. Removing the last one lifts the restriction to domains, because otherwise nobody could join. */
export async function removeDomain(turn: Turn, { domain: raw }: { domain: string }): Promise<Change> {
  const { actor, cached, realm_id } = turn
  const { id, domain } = await accessDomain(turn, raw)
  const settings = settingsOf(actor)
  const endsRestriction = settings.emails_restricted_to_domains && (await cached(domainsOfRealm, realm_id)).length === 1
  const removal = {
    writes: [fragment`delete from realm_domain where id = ${id}`],
    events: [tell(await everyone(turn), { type: 'realm_domains', op: 'remove', domain } as const)],
    invalidates: [invalidation(domainsOfRealm, realm_id)],
  }
  const opening = endsRestriction ? await storeSettings(turn, { emails_restricted_to_domains: false }) : null
  return { ...joinSteps(removal, opening), result: {} }
}

async function accessDomain({ actor, cached, realm_id }: Turn, raw: string): Promise<DomainRow> {
  assertAdministrator(actor)
  const domain = raw.trim().toLowerCase()
  const found = (await cached(domainsOfRealm, realm_id)).find((other) => other.domain === domain)
  if (found === undefined) throw refused(`No entry found for domain ${domain}.`)
  return found
}
