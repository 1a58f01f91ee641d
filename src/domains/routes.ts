import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { flag, pathText, text } from '../core/http/params'
import { domainsOfRealm } from './queries'
import { domainOf, domainSchema } from './schema'

/**
 * Open to every account. The domains count only while the setting `emails_restricted_to_domains` of the organization is
 * on. Clients that hold an event queue find the same in `realm_domains` of `POST /register`, and are told of changes by
 * events `realm_domains`.
 */
export const domainsEndpoint = endpoint('GET /realm/domains', {
  summary: 'Domains that people may come from',
  returns: {
    /** All domains, oldest first. */
    domains: z.array(domainSchema),
  },
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return { domains: (await domainsOfRealm(sql, realm_id)).map(domainOf) }
  },
})

/**
 * Administrators only. Turn on `emails_restricted_to_domains` by `PATCH /realm` to let only these domains in. Events
 * `realm_domains` tell of it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The domain is none, or is there already.
 * @error BAD_REQUEST The organization has 200 domains.
 */
export const addDomainEndpoint = endpoint('POST /realm/domains', {
  summary: 'Add a domain that people may come from',
  overSocket: true,
  params: {
    /** The domain, in any case: parts of letters, digits and hyphens, at least two, at most 255 characters in all. */
    domain: text(z.string().max(1000)),
    /** Whether addresses of its subdomains may join, too. */
    allow_subdomains: flag(),
  },
  returns: {
    /** Id of the new domain, and the domain in lower case. Other operations take the domain, not the id. */
    new_domain: z.tuple([z.int(), z.string()]),
  },
  async run({ params, realm }) {
    return realm.perform('addDomain', params)
  },
})

/**
 * Administrators only. Events `realm_domains` tell of it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The organization does not have this domain.
 */
export const changeDomainEndpoint = endpoint('PATCH /realm/domains/{domain}', {
  summary: 'Say whether subdomains of a domain count as well',
  overSocket: true,
  params: {
    /** The domain, in any case. */
    domain: pathText(),
    /** Whether addresses of its subdomains may join, too. */
    allow_subdomains: flag(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('changeDomain', params)
  },
})

/**
 * Administrators only. Accounts of the domain stay. With the last domain `emails_restricted_to_domains` is turned off, for
 * else nobody could join. Events `realm_domains`, and then `realm`, tell of it.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The organization does not have this domain.
 */
export const removeDomainEndpoint = endpoint('DELETE /realm/domains/{domain}', {
  summary: 'Remove a domain that people may come from',
  overSocket: true,
  params: {
    /** The domain, in any case. */
    domain: pathText(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeDomain', params)
  },
})
