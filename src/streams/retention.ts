import { z } from 'zod'

// Some clients send the words as JSON strings.
/**
 * After how many days messages of the stream are deleted: a number, `unlimited` for never, or `realm_default` for as
 * the organization says. Only owners of the organization may choose it (endpoints, Streams).
 */
export const retentionSchema = z
  .string()
  .max(20)
  .transform((raw) => raw.replace(/^"(.*)"$/, '$1'))
  .pipe(
    z.union([
      z.enum(['unlimited', 'realm_default']),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    ]),
  )

export type Retention = z.infer<typeof retentionSchema>

/** Days as they are stored: -1 means forever, null the realm's setting. */
export const retention = (days: Retention): number | null =>
  days === 'realm_default' ? null : days === 'unlimited' ? -1 : days
