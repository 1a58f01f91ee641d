import { z } from 'zod'
import { logsInBy } from '../auth/methods'
import { longestPassword } from '../auth/password'
import { hashNewPassword } from '../auth/passwords'
import type { Hashing } from '../auth/passwords-object'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { text } from '../core/http/params'
import { renderDescription } from '../markdown/render'
import { versionFields, withOtherNames } from './compatibility'
import { demoPassword } from './demo'
import { addressOf } from './host'
import { iconUrl } from './icon'
import { hasWebPublicStream, realmAt } from './queries'
import { settingsOf } from '../accounts/settings'
import { version } from './version'

export const foundRealmEndpoint = endpoint('POST /realm', {
  summary: 'Found an organization on this deployment',
  auth: 'none',
  params: {
    realm_name: text(z.string().max(200)),
    string_id: text(z.string().max(100)),
    owner_full_name: text(z.string().max(1000)),
    owner_email: text(z.string().max(320)),
    owner_password: text(z.string().max(longestPassword)),
    setup_token: text(z.string().max(1000)).optional(),
  },
  returns: { api_key: z.string(), email: z.string(), user_id: z.int(), realm_id: z.int(), realm_uri: z.string() },
  async run({ params: { owner_password, ...params }, realm, facts, env }) {
    await realm.performIn(0, 'prepareFounding', { ...params, owner_password })
    const hashing: Hashing = { password: owner_password, rank: 'known', counts: [] }
    const password_hash = await hashNewPassword({ facts, env }, 0, 'founding', hashing)
    const founded = await realm.performIn(0, 'foundRealm', { ...params, password_hash })
    const { protocol } = new URL(facts.origin)
    const host = env.ROOT_DOMAIN ? `${params.string_id.trim().toLowerCase()}.${env.ROOT_DOMAIN}` : facts.host
    return { ...founded, realm_uri: `${protocol}//${host}` }
  },
})

export const foundDemoRealmEndpoint = endpoint('POST /dev_found_demo_realm', {
  summary: 'Found the demo organization, on a development server',
  auth: 'none',
  returns: { created: z.boolean(), accounts: z.array(z.string()), password: z.string() },
  async run({ realm, facts, env }) {
    if (env.DEVELOPMENT !== 'true') throw refused('Endpoint not available in production.')
    const hashing: Hashing = { password: demoPassword, rank: 'known', counts: [] }
    const password_hash = await hashNewPassword({ facts, env }, 0, 'founding', hashing)
    return realm.performIn(0, 'foundDemoRealm', { password_hash })
  },
})

const authenticationMethods = [
  'password', 'dev', 'email', 'ldap', 'remoteuser', 'github', 'azuread', 'gitlab', 'apple', 'google', 'saml', 'openid connect',
] // prettier-ignore

/** Where there is no realm yet: nothing is set otherwise. */
const anyRealm = { realm_settings: '{}' }

/** Names of clients that can no longer speak to the service. */
const obsoleteClients = new Set(['ZulipInvalid'])

export const serverSettingsEndpoint = endpoint('GET /server_settings', {
  summary: 'What a client must know before it logs in',
  auth: 'none',
  returns: {
    authentication_methods: z.record(z.string(), z.boolean()),
    external_authentication_methods: z
      .array(
        z.object({
          name: z.string(),
          display_name: z.string(),
          display_icon: z.string().nullable(),
          login_url: z.string(),
          signup_url: z.string(),
        }),
      )
      .optional(),
    ...versionFields,
    push_notifications_enabled: z.boolean(),
    is_incompatible: z.boolean(),
    email_auth_enabled: z.boolean(),
    require_email_format_usernames: z.boolean(),
    realm_uri: z.string().optional(),
    realm_name: z.string().optional(),
    realm_icon: z.string().optional(),
    realm_description: z.string().optional(),
    realm_web_public_access_enabled: z.boolean().optional(),
  },
  async run({ facts, env, sql }) {
    const address = addressOf(facts.host, env)
    const realm = await realmAt(sql, address)
    const byPassword = logsInBy('Email', realm ?? anyRealm, env)
    const enabled = new Set([
      ...(byPassword ? ['password', 'email'] : []),
      ...(logsInBy('Dev', realm ?? anyRealm, env) ? ['dev'] : []),
    ])
    const server = {
      ...version,
      authentication_methods: Object.fromEntries(authenticationMethods.map((name) => [name, enabled.has(name)])),
      push_notifications_enabled: false,
      is_incompatible: obsoleteClients.has(facts.client),
      email_auth_enabled: byPassword,
      require_email_format_usernames: true,
    }
    if (realm === null && address.kind === 'named')
      throw refused('There is no organization at this address', { code: 'NONEXISTENT_SUBDOMAIN', status: 404 })
    if (realm === null) return withOtherNames(server, env)
    const realm_web_public_access_enabled =
      settingsOf(realm).enable_spectator_access && (await hasWebPublicStream(sql, realm.id))
    return withOtherNames(
      {
        ...server,
        external_authentication_methods: [],
        realm_uri: facts.origin,
        realm_name: realm.name,
        realm_icon: iconUrl(realm),
        realm_description: renderDescription(realm.description),
        realm_web_public_access_enabled,
      },
      env,
    )
  },
})
