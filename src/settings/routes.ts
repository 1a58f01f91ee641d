import { z } from 'zod'
import { longestPassword } from '../auth/password'
import { replaced } from '../auth/passwords'
import { Document } from '../core/http/document'
import { endpoint, type Endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'
import { assertOwnSettings } from './access'
import { realmDefaultFields, settingFields } from './table'
import { isTimezone, timezoneNames } from './timezones'

/** Names of the request's parameters that the endpoint does not know; always told (endpoints, Wire conventions). */
const ignored = { ignored_parameters_unsupported: z.array(z.string()) }

const password = z.string().max(longestPassword)

export const changeSettingsEndpoint = endpoint('PATCH /settings', {
  summary: 'Change your settings',
  params: {
    full_name: text(z.string().max(1000)).optional(),
    email: text(z.string().max(320)).optional(),
    old_password: text(password).optional(),
    new_password: text(password).optional(),
    timezone: text(z.string().max(100).refine(isTimezone, 'Invalid timezone')).optional(),
    ...settingFields,
  },
  returns: ignored,
  async run({ params, ...asked }) {
    const { old_password = '', new_password, ...settings } = params
    if (new_password === undefined) await asked.realm.perform('changeSettings', settings)
    else {
      assertOwnSettings(await asked.viewer())
      const password = await replaced(asked, { old_password, new_password })
      await asked.realm.perform('changeSettings', { ...settings, password })
    }
    return { ignored_parameters_unsupported: asked.undeclared() }
  },
})

/** The same under its older names (endpoints, PATCH /settings). */
export const changeDisplaySettingsEndpoint: Endpoint = { ...changeSettingsEndpoint, path: '/settings/display' }
export const changeNotificationSettingsEndpoint: Endpoint = {
  ...changeSettingsEndpoint,
  path: '/settings/notifications',
}

const timezones = new Document(() => ({ result: 'success', msg: '', timezones: timezoneNames() }))

export const timezonesEndpoint = endpoint('GET {base_url}/static/generated/timezones.json', {
  summary: 'Names of time zones, for people to choose theirs',
  auth: 'none',
  returns: { timezones: z.array(z.string()) },
  run: async ({ headers }) => timezones.answer(headers),
})

export const changeRealmDefaultsEndpoint = endpoint('PATCH /realm/user_settings_defaults', {
  summary: 'Change what new users of the organization start with',
  params: realmDefaultFields,
  returns: ignored,
  async run({ params, undeclared, realm }) {
    await realm.perform('changeRealmDefaults', params)
    return { ignored_parameters_unsupported: undeclared() }
  },
})
