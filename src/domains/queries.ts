import { type Sql } from '../core/sql/sql'

export interface DomainRow {
  id: number
  /** In lower case. */
  domain: string
  allow_subdomains: number
}

/** Domains whose addresses may join the realm while it is restricted to domains; oldest first. */
export async function domainsOfRealm(sql: Sql, realm_id: number): Promise<DomainRow[]> {
  return sql`
    select id, domain, allow_subdomains from realm_domain
    where realm_id = ${realm_id}
    order by id
  `.all()
}
