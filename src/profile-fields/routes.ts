import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'
import { longestDatum } from './field-data'
import { profileFields } from './queries'
import { mostNamed, profileEntriesSchema, profileField, profileFieldSchema } from './schema'
import { fieldTypes } from './types'

const datum = z.string().max(longestDatum)
const fieldDataSchema = z.record(datum, z.union([datum, z.record(datum, z.union([datum, z.int()]))]))

const label = text(z.string().max(1000))

export const profileFieldsEndpoint = endpoint('GET /realm/profile_fields', {
  summary: 'Custom profile fields of the organization',
  returns: { custom_fields: z.array(profileFieldSchema) },
  async run({ viewer, sql }) {
    const { realm_id } = await viewer()
    return { custom_fields: (await profileFields(sql, realm_id)).map(profileField) }
  },
})

export const createProfileFieldEndpoint = endpoint('POST /realm/profile_fields', {
  summary: 'Create a custom profile field',
  params: {
    name: label.default(''),
    hint: label.default(''),
    field_type: json(z.literal(Object.values(fieldTypes))),
    field_data: json(fieldDataSchema).default({}),
  },
  returns: { id: z.int() },
  async run({ params, realm }) {
    return realm.perform('createProfileField', params)
  },
})

export const reorderProfileFieldsEndpoint = endpoint('PATCH /realm/profile_fields', {
  summary: 'Put the custom profile fields into another order',
  params: { order: json(z.array(z.int()).max(mostNamed)) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('reorderProfileFields', params)
  },
})

export const updateProfileFieldEndpoint = endpoint('PATCH /realm/profile_fields/{field_id}', {
  summary: 'Change a custom profile field',
  params: {
    field_id: pathId(),
    name: label.optional(),
    hint: label.optional(),
    field_data: json(fieldDataSchema).optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateProfileField', params)
  },
})

export const deleteProfileFieldEndpoint = endpoint('DELETE /realm/profile_fields/{field_id}', {
  summary: 'Delete a custom profile field and all its values',
  params: { field_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteProfileField', params)
  },
})

export const updateProfileDataEndpoint = endpoint('PATCH /users/me/profile_data', {
  summary: 'Change your own profile data',
  params: { data: json(profileEntriesSchema) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateProfileData', params)
  },
})

export const removeProfileDataEndpoint = endpoint('DELETE /users/me/profile_data', {
  summary: 'Take back some of your own profile data',
  params: { data: json(z.array(z.int()).max(mostNamed)) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateProfileData', { data: params.data.map((id) => ({ id, value: null })) })
  },
})
