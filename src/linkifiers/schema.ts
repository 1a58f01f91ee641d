import { z } from 'zod'
import type { LinkifierRow } from './queries'

/** Text that becomes a link (endpoints, Linkifiers and playgrounds). */
export const linkifierSchema = z.object({ id: z.int(), pattern: z.string(), url_format: z.string() })

/** As clients of old know it. */
export const filterSchema = z.tuple([z.string(), z.string(), z.int()])

export const filter = ({ id, pattern, url_format }: LinkifierRow): z.infer<typeof filterSchema> => [
  pattern,
  url_format,
  id,
]

/** The organization's linkifiers, all of them; told to everybody, in both forms (events, Realm). */
export const linkifiersEventSchema = z.object({
  type: z.literal('realm_linkifiers'),
  realm_linkifiers: z.array(linkifierSchema),
})

export const filtersEventSchema = z.object({
  type: z.literal('realm_filters'),
  realm_filters: z.array(filterSchema),
})
