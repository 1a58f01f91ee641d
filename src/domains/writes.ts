import { fragment, type Fragment } from '../core/sql/sql'

export const insertDomain = (
  realm_id: number,
  { id, domain, allow_subdomains }: { id: number; domain: string; allow_subdomains: boolean },
): Fragment => fragment`
  insert into realm_domain (id, realm_id, domain, allow_subdomains)
  values (${id}, ${realm_id}, ${domain}, ${allow_subdomains})`
