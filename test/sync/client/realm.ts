import type { Applying } from './client'

const realm: Applying<'realm'> = ({ state }, event) => {
  if (event.op === 'update') {
    Object.assign(state, { [`realm_${event.property}`]: event.value })
    if (event.property === 'presence_disabled' && event.value === true) state.presences = {}
    return
  }
  if (event.op === 'deactivated') return
  for (const [name, value] of Object.entries(event.data)) Object.assign(state, { [`realm_${name}`]: value })
  if (!('authentication_methods' in event.data)) return
  const byPassword = event.data.authentication_methods['Email'] === true
  state.realm_email_auth_enabled = byPassword
  state.realm_password_auth_enabled = byPassword
}

const realm_domains: Applying<'realm_domains'> = ({ state }, event) => {
  const name = event.op === 'remove' ? event.domain : event.realm_domain.domain
  const others = state.realm_domains.filter(({ domain }) => domain !== name)
  state.realm_domains = event.op === 'remove' ? others : [...others, event.realm_domain]
}

const realm_user_settings_defaults: Applying<'realm_user_settings_defaults'> = ({ state }, { property, value }) => {
  Object.assign(state.realm_user_settings_defaults, { [property]: value })
}

const realm_emoji: Applying<'realm_emoji'> = ({ state }, event) => {
  state.realm_emoji = event.realm_emoji
}

const realm_linkifiers: Applying<'realm_linkifiers'> = ({ state }, event) => {
  state.realm_linkifiers = event.realm_linkifiers
}

const realm_filters: Applying<'realm_filters'> = ({ state }, event) => {
  state.realm_filters = event.realm_filters
}

const realm_playgrounds: Applying<'realm_playgrounds'> = ({ state }, event) => {
  state.realm_playgrounds = event.realm_playgrounds
}

const custom_profile_fields: Applying<'custom_profile_fields'> = ({ state }, { fields }) => {
  state.custom_profile_fields = fields
  // What people said about a field goes with it.
  const ids = new Set(fields.map(({ id }) => String(id)))
  for (const person of [...state.realm_users, ...state.realm_non_active_users])
    if (person.profile_data !== undefined)
      person.profile_data = Object.fromEntries(Object.entries(person.profile_data).filter(([id]) => ids.has(id)))
}

export const realmEvents = {
  realm,
  realm_domains,
  realm_user_settings_defaults,
  realm_emoji,
  realm_linkifiers,
  realm_filters,
  realm_playgrounds,
  custom_profile_fields,
}
