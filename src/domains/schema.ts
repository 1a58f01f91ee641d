import { z } from 'zod'
import type { DomainRow } from './queries'

/** A domain of email addresses that may join, while `emails_restricted_to_domains` is on (endpoints, Realm administration). */
export const domainSchema = z.object({
  /** The domain, in lower case. */
  domain: z.string(),
  /** Whether addresses of its subdomains may join, too. */
  allow_subdomains: z.boolean(),
})

export const domainOf = ({ domain, allow_subdomains }: DomainRow): z.infer<typeof domainSchema> => ({
  domain,
  allow_subdomains: Boolean(allow_subdomains),
})

const type = z.literal('realm_domains')

/** Events of the type `realm_domains` (events, Realm). */
export const domainEventSchemas = [
  /** All users are told when a domain was added. */
  z.object({
    type,
    op: z.literal('add'),
    /** The new domain. */
    realm_domain: domainSchema,
  }),
  /** All users are told when the subdomains of a domain were let in or shut out. */
  z.object({
    type,
    op: z.literal('change'),
    /** The domain as it is now. */
    realm_domain: domainSchema,
  }),
  /** All users are told when a domain was removed. */
  z.object({
    type,
    op: z.literal('remove'),
    /** The domain that was removed. */
    domain: z.string(),
  }),
] as const
