import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { flag, pathText, text } from '../core/http/params'
import { domainsOfRealm } from './queries'
import { domainOf, domainSchema } from './schema'

export const domainsEndpoint = endpoint('GET /realm/domains', {
  summary: 'Domains that people may come from',
  returns: { domains: z.array(domainSchema) },
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return { domains: (await domainsOfRealm(sql, realm_id)).map(domainOf) }
  },
})

export const addDomainEndpoint = endpoint('POST /realm/domains', {
  summary: 'Add a domain that people may come from',
  params: { domain: text(z.string().max(1000)), allow_subdomains: flag() },
  returns: { new_domain: z.tuple([z.int(), z.string()]) },
  async run({ params, realm }) {
    return realm.perform('addDomain', params)
  },
})

export const changeDomainEndpoint = endpoint('PATCH /realm/domains/{domain}', {
  summary: 'Say whether subdomains of a domain count as well',
  params: { domain: pathText(), allow_subdomains: flag() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('changeDomain', params)
  },
})

export const removeDomainEndpoint = endpoint('DELETE /realm/domains/{domain}', {
  summary: 'Remove a domain that people may come from',
  params: { domain: pathText() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('removeDomain', params)
  },
})
