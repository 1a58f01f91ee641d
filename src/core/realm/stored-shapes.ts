import { z } from 'zod'
import { logFailure } from '../base/failures'

const anObject = z.record(z.string(), z.unknown())
const counts = z.record(z.string(), z.number())
const day = z.object({ day: z.number(), totals: counts })

/** What a realm's object stores by keys, and by prefixes of keys. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  realm_id: z.number(),
  database: z.string(),
  moves: z.number(),
  has_relocation: z.boolean(),
  storage_version: z.number(),
  daily: z.number(),
  log_size_seen: z.number(),
  forgotten: z.number(),
  reserved: z.number(),
  release: z.unknown(),
  noted: z.object({ counters: counts, usage: day.extend({ hour: z.number() }) }),
  given_out: counts,
  usage: day.extend({ hours: anObject, told: z.array(z.string()), stored_at: z.number() }),
  usage_days: z.array(day),
  usage_account: z.object({ asked_at: z.number(), days: z.array(day) }),
  database_mark: z.number(),
  quota_wall: z.object({ quota: z.string(), since: z.number() }),
}
const shapesByPrefix: Readonly<Record<string, z.ZodType>> = {
  'readers:': z.record(z.string(), z.object({ user_id: z.number(), until: z.number() })),
  'tickets:': z.array(z.object({ ticket: z.string(), mark: z.string(), until: z.number() })),
  'share-pages:': z.object({
    day: z.number(),
    usages: z.record(z.string(), counts),
    months: z.record(z.string(), counts),
  }),
}

/** Whether a stored value has the shape that this release gives it. One that has not is in the log, and counts as missing. */
export function isReadable(key: string, value: unknown): boolean {
  const prefix = Object.keys(shapesByPrefix).find((one) => key.startsWith(one))
  const shape = prefix === undefined ? shapes[key] : shapesByPrefix[prefix]
  if (shape === undefined || shape.safeParse(value).success) return true
  logFailure(`stored value ${prefix ?? key}`, new TypeError('A stored value cannot be read'))
  return false
}
