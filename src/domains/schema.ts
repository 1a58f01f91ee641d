import { z } from 'zod'
import type { DomainRow } from './queries'

/** A domain of the organization, as it travels (endpoints, Realm administration). */
export const domainSchema = z.object({ domain: z.string(), allow_subdomains: z.boolean() })

export const domainOf = ({ domain, allow_subdomains }: DomainRow): z.infer<typeof domainSchema> => ({
  domain,
  allow_subdomains: Boolean(allow_subdomains),
})

const type = z.literal('realm_domains')

/** What everybody is told of domains (events, Realm). */
export const domainEventSchemas = [
  z.object({ type, op: z.literal('add'), realm_domain: domainSchema }),
  z.object({ type, op: z.literal('change'), realm_domain: domainSchema }),
  z.object({ type, op: z.literal('remove'), domain: z.string() }),
] as const
