import { z } from 'zod'
import type { ProfileFieldRow, ProfileValueRow } from './queries'
import { sentValueSchema } from './values'

/** A field of profiles that the organization defines (endpoints, Custom profile fields). */
export const profileFieldSchema = z.object({
  /** Id of the field. */
  id: z.int(),
  /** Label of the field. */
  name: z.string(),
  /** Type of its values: 1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 account elsewhere. */
  type: z.int(),
  /** Help for people who fill the field in; may be empty. */
  hint: z.string(),
  /**
   * JSON text, or empty. Of a choice: `{key: {text, order}}`. Of an account elsewhere: `{subtype}`, and for the subtype
   * `custom` also `url_pattern`.
   */
  field_data: z.string(),
  /** Place among the fields. Fields are told in this order. */
  order: z.int(),
})

/** Custom profile fields in the initial state (register, custom_profile_fields). */
export const profileFieldsStateFields = {
  /** Custom profile fields of the organization, in their order. */
  custom_profile_fields: z.array(profileFieldSchema),
  /** Types that a custom profile field may have, by names such as `SHORT_TEXT`. */
  custom_profile_field_types: z.record(
    z.string(),
    z.object({
      /** Number of the type. */
      id: z.int(),
      /** Name to be shown to people. */
      name: z.string(),
    }),
  ),
}

type ProfileField = z.infer<typeof profileFieldSchema>

export const profileField = ({ id, name, type, hint, field_data, place }: ProfileFieldRow): ProfileField => ({
  id,
  name,
  type,
  hint,
  field_data,
  order: place,
})

/** Maximal number of fields in a request. */
export const maxFieldsInRequest = 1000

/** New values of custom profile fields, at most 1,000; of several for one field the last counts. */
export const profileEntriesSchema = z
  .array(
    z.object({
      /** Id of the field. */
      id: z.int(),
      /**
       * The value as text, for fields of users a list of ids: short text at most 50 characters of Markdown, long text
       * 500, a choice by its key, a date as `YYYY-MM-DD`. An empty value or null removes the present one.
       */
      value: sentValueSchema,
    }),
  )
  .max(maxFieldsInRequest)

/** Values of custom profile fields, by the id of the field (objects, User). */
export const profileDataSchema = z.record(
  z.string(),
  z.object({
    /** The value; a list of user ids as JSON. */
    value: z.string(),
    /** The value as HTML, of fields for short and long text. */
    rendered_value: z.string().optional(),
  }),
)

export type ProfileData = z.infer<typeof profileDataSchema>

/** Profile data by user; users without any are left out. */
export function profileDataByUser(rows: readonly ProfileValueRow[]): Map<number, ProfileData> {
  const byUser = new Map<number, ProfileData>()
  for (const { user_id, field_id, value, rendered_value } of rows) {
    const own = byUser.get(user_id) ?? {}
    own[field_id] = { value, ...(rendered_value !== null && { rendered_value }) }
    byUser.set(user_id, own)
  }
  return byUser
}
