import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { pathText, text } from '../core/http/params'
import { isStringId, notAStringId } from './names'
import { realmNames } from './queries'
import { settingFields } from './setting-fields'
import { settingNames } from '../accounts/settings'

const anyText = z.string().max(10_000)

/** A text that was changed is not told again; other values are. */
const answered = z.union([z.literal('updated'), z.int(), z.boolean(), z.null(), z.record(z.string(), z.boolean())])

export const changeRealmEndpoint = endpoint('PATCH /realm', {
  summary: 'Change settings and policies of the organization',
  params: {
    name: text(anyText).optional(),
    description: text(anyText).optional(),
    string_id: text(anyText).optional(),
    ...settingFields,
  },
  returns: Object.fromEntries(['name', 'description', ...settingNames].map((name) => [name, answered.optional()])),
  async run({ params, realm }) {
    return realm.perform('changeRealm', params)
  },
})

export const deactivateRealmEndpoint = endpoint('POST /realm/deactivate', {
  summary: 'Close the organization',
  returns: {},
  async run({ realm }) {
    return realm.perform('deactivateRealm', {})
  },
})

export const checkSubdomainEndpoint = endpoint('GET /realm/subdomain/{subdomain}', {
  summary: 'Whether a name for an organization is free; `msg` says `available`, or why it is not',
  auth: 'none',
  params: { subdomain: pathText() },
  returns: { msg: z.string() },
  async run({ params, sql }) {
    const string_id = params.subdomain.trim().toLowerCase()
    if (!isStringId(string_id)) return { msg: notAStringId }
    const taken = (await realmNames(sql)).some((realm) => realm.string_id === string_id)
    return { msg: taken ? 'Subdomain already in use' : 'available' }
  },
})
