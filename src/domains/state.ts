import type { StateOf } from '../events/part'
import { domainsOfRealm } from './queries'
import { domainOf } from './schema'

/** Domains whose addresses may join (register, Realm: lists). */
export const realmDomainsState: StateOf = async ({ sql, actor }) => ({
  realm_domains: (await domainsOfRealm(sql, actor.realm_id)).map(domainOf),
})
