import { z } from 'zod'

/** A number of days, or one of two words, which some clients send as JSON (endpoints, Streams). */
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

/** Stored as days; -1 is for ever, null as the realm says. */
export const retention = (days: Retention): number | null =>
  days === 'realm_default' ? null : days === 'unlimited' ? -1 : days
