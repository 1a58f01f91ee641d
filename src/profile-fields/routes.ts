import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'
import { longestDatum } from './field-data'
import { profileFields } from './queries'
import { maxFieldsInRequest, profileEntriesSchema, profileField, profileFieldSchema } from './schema'
import { fieldTypes } from './field-types'

/** A text within `field_data`. */
const datum = z.string().max(longestDatum)
const fieldDataSchema = z.record(datum, z.union([datum, z.record(datum, z.union([datum, z.int()]))]))

const label = text(z.string().max(1000))

/**
 * Clients that hold an event queue find the fields in `custom_profile_fields` of `POST /register`, and are told of
 * changes by events `custom_profile_fields`.
 */
export const profileFieldsEndpoint = endpoint('GET /realm/profile_fields', {
  summary: 'Custom profile fields of the organization',
  returns: {
    /** All fields, in their order. */
    custom_fields: z.array(profileFieldSchema),
  },
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return { custom_fields: (await profileFields(sql, realm_id)).map(profileField) }
  },
})

/**
 * Adds a field behind the others. An event `custom_profile_fields` tells everybody. Fields for accounts at `twitter`
 * and `github` take label and hint from the server.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The label is blank, longer than 40 characters, unprintable, or that of another field.
 * @error BAD_REQUEST The hint is longer than 80 characters, or unprintable.
 * @error BAD_REQUEST `field_data` does not fit the type, has a choice twice or more than 250 of them.
 * @error BAD_REQUEST There are 100 fields already, or the choices of all fields are too long together.
 */
export const createProfileFieldEndpoint = endpoint('POST /realm/profile_fields', {
  summary: 'Create a custom profile field',
  overSocket: true,
  params: {
    /** Label, at most 40 characters, unlike those of the other fields in any case. */
    name: label.default(''),
    /** Help for people who fill the field in, at most 80 characters. */
    hint: label.default(''),
    /** Type of the values: 1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 account elsewhere. */
    field_type: json(z.literal(Object.values(fieldTypes))),
    /**
     * For a choice: `{key: {text, order}}` with 1 to 250 choices. For an account elsewhere: `{subtype}` with `twitter`
     * or `github`; or `custom`, and `url_pattern` with `%(username)s` once. Ignored for other types.
     */
    field_data: json(fieldDataSchema).default({}),
  },
  returns: {
    /** Id of the new field. */
    id: z.int(),
  },
  async run({ params, realm }) {
    return realm.perform('createProfileField', params)
  },
})

/**
 * An event `custom_profile_fields` tells everybody.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The order does not name every field once.
 */
export const reorderProfileFieldsEndpoint = endpoint('PATCH /realm/profile_fields', {
  summary: 'Put the custom profile fields into another order',
  overSocket: true,
  params: {
    /** Ids of all fields, in their new order. */
    order: json(z.array(z.int()).max(maxFieldsInRequest)),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('reorderProfileFields', params)
  },
})

/**
 * The type stays. Values that are no choice any more are deleted. An event `custom_profile_fields` tells everybody.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST There is no such field.
 * @error BAD_REQUEST The field is for accounts at `twitter` or `github`, which cannot be changed, or would become one.
 * @error BAD_REQUEST The label is blank, longer than 40 characters, unprintable, or that of another field.
 * @error BAD_REQUEST The hint is longer than 80 characters, or unprintable.
 * @error BAD_REQUEST `field_data` does not fit the type, has a choice twice or more than 250 of them.
 * @error BAD_REQUEST The choices of all fields are too long together.
 */
export const updateProfileFieldEndpoint = endpoint('PATCH /realm/profile_fields/{field_id}', {
  summary: 'Change a custom profile field',
  overSocket: true,
  params: {
    /** Id of the field. */
    field_id: pathId(),
    /** New label, at most 40 characters, unlike those of the other fields in any case. */
    name: label.optional(),
    /** New hint, at most 80 characters; may be empty. */
    hint: label.optional(),
    /** New choices, all of them, or new service: as for `POST /realm/profile_fields`. */
    field_data: json(fieldDataSchema).optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateProfileField', params)
  },
})

/**
 * An event `custom_profile_fields` tells everybody; that the values are gone is not told by itself.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST There is no such field.
 */
export const deleteProfileFieldEndpoint = endpoint('DELETE /realm/profile_fields/{field_id}', {
  summary: 'Delete a custom profile field and all its values',
  overSocket: true,
  params: {
    /** Id of the field. */
    field_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteProfileField', params)
  },
})

/**
 * Changes all of the fields or, when one is refused, none. People only. An event `realm_user` with
 * `custom_profile_field` tells everybody of each change.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST There is no such field, or a value does not fit its field.
 */
export const updateProfileDataEndpoint = endpoint('PATCH /users/me/profile_data', {
  summary: 'Change your own profile data',
  overSocket: true,
  params: {
    /** New values, at most 1,000; of several for one field the last counts. */
    data: json(profileEntriesSchema),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateProfileData', params)
  },
})

/**
 * Removes your values from these fields. People only. An event `realm_user` with `custom_profile_field` tells everybody
 * of each change; fields that were empty are passed over.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST There is no such field.
 */
export const removeProfileDataEndpoint = endpoint('DELETE /users/me/profile_data', {
  summary: 'Take back some of your own profile data',
  overSocket: true,
  params: {
    /** Ids of the fields, at most 1,000. */
    data: json(z.array(z.int()).max(maxFieldsInRequest)),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateProfileData', { data: params.data.map((id) => ({ id, value: null })) })
  },
})
