import type { Examples } from '../examples'

const domain = 'boats.example.com'

export const examples: Examples = {
  addDomain: {
    by: 'olga',
    params: { domain, allow_subdomains: false },
    answer: { new_domain: [4001, domain] },
  },
  changeDomain: { by: 'olga', params: { domain, allow_subdomains: true }, answer: {} },
  getDomains: { answer: { domains: [{ domain, allow_subdomains: true }] } },
  removeDomain: { by: 'olga', params: { domain }, answer: {} },
}
