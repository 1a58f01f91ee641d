import { z } from 'zod'
import type { LinkifierRow } from './queries'

/** A linkifier: text of messages that matches `pattern` becomes a link (endpoints, Linkifiers and playgrounds). */
export const linkifierSchema = z.object({
  /** Id of the linkifier. */
  id: z.int(),
  /** Regular expression in the syntax of RE2, with named groups `(?P<name>...)`. */
  pattern: z.string(),
  /** Address of the link. `%(name)s` stands for what the group of this name matched, `%%` for a percent sign. */
  url_format: z.string(),
})

/** A linkifier in its old form: pattern, address, id. */
export const filterSchema = z.tuple([z.string(), z.string(), z.int()])

export const filterOf = ({ id, pattern, url_format }: LinkifierRow): z.infer<typeof filterSchema> => [
  pattern,
  url_format,
  id,
]

/** All users are told when a linkifier was created, changed or deleted (events, Realm). */
export const linkifiersEventSchema = z.object({
  type: z.literal('realm_linkifiers'),
  /** All linkifiers of the organization, in the order in which they are tried. */
  realm_linkifiers: z.array(linkifierSchema),
})

/** The same as the event `realm_linkifiers`, which comes before it, in an old form. Deprecated. */
export const filtersEventSchema = z.object({
  type: z.literal('realm_filters'),
  /** All linkifiers: pattern, address and id of each. */
  realm_filters: z.array(filterSchema),
})
