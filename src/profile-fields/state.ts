import type { StateOf } from '../events/part'
import { profileFields } from './queries'
import { profileField } from './schema'
import { listedFieldTypes } from './field-types'

export const profileFieldsState: StateOf = async ({ sql, actor }) => ({
  custom_profile_fields: (await profileFields(sql, actor.realm_id)).map(profileField),
  custom_profile_field_types: listedFieldTypes,
})
