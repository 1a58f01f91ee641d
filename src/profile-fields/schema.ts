import { z } from 'zod'
import type { ProfileFieldRow, ProfileValueRow } from './queries'
import { givenValueSchema } from './values'

/** A custom profile field as clients see it (endpoints, Custom profile fields). */
export const profileFieldSchema = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  hint: z.string(),
  /** JSON. */
  field_data: z.string(),
  order: z.int(),
})

export type ProfileField = z.infer<typeof profileFieldSchema>

export const profileField = ({ id, name, type, hint, field_data, place }: ProfileFieldRow): ProfileField => ({
  id,
  name,
  type,
  hint,
  field_data,
  order: place,
})

/** Fields that one request may name. */
export const mostNamed = 1000

/** Changes of somebody's profile; an empty value takes the present one away. */
export const profileEntriesSchema = z.array(z.object({ id: z.int(), value: givenValueSchema })).max(mostNamed)

/** What somebody tells about themself: values by field id (objects, User). */
export const profileDataSchema = z.record(
  z.string(),
  z.object({ value: z.string(), rendered_value: z.string().optional() }),
)

export type ProfileData = z.infer<typeof profileDataSchema>

/** The profile data of each user who has any. */
export function profileDataByUser(rows: readonly ProfileValueRow[]): Map<number, ProfileData> {
  const byUser = new Map<number, ProfileData>()
  for (const { user_id, field_id, value, rendered_value } of rows) {
    const own = byUser.get(user_id) ?? {}
    own[field_id] = { value, ...(rendered_value !== null && { rendered_value }) }
    byUser.set(user_id, own)
  }
  return byUser
}
