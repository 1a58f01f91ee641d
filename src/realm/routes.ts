import { z } from 'zod'
import { logsInBy } from '../auth/methods'
import { longestPassword } from '../auth/password'
import { hashed } from '../auth/passwords'
import type { Hashing } from '../auth/passwords-object'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { text } from '../core/http/params'
import { renderDescription } from '../markdown/render'
import { versionFields, withOtherNames } from './compatibility'
import { demoPassword } from './demo'
import { realmAddressOf } from './host'
import { iconUrl } from './pictures'
import { hasWebPublicStream, realmAt } from './queries'
import { settingsOf } from '../accounts/settings'
import { version } from './version'

/**
 * Needs no account. The first organization of a deployment is free to found, unless the deployment has a setup token. Every
 * further one needs that token, and a deployment with a root domain. The new organization has the streams `general` and
 * `core team`, and the account as its owner.
 *
 * @error UNAUTHORIZED_PRINCIPAL The setup token is missing or wrong.
 * @error BAD_REQUEST The deployment has its one organization, and no root domain.
 * @error BAD_REQUEST Another organization has the `string_id`, or it does not fit into a host name.
 * @error BAD_REQUEST A name or the address is malformed, or the password is too weak.
 */
export const foundRealmEndpoint = endpoint('POST /realm', {
  summary: 'Found an organization on this deployment',
  auth: 'none',
  params: {
    /** Name of the organization, 1 to 40 characters. */
    realm_name: text(z.string().max(200)),
    /** First part of its host name, in any case: 1 to 40 letters, digits and hyphens, no hyphen first or last. */
    string_id: text(z.string().max(100)),
    /** Name of the owner, 2 to 100 characters. */
    owner_full_name: text(z.string().max(1000)),
    /** Email address of the owner, by which they log in. */
    owner_email: text(z.string().max(320)),
    /** Password of the owner: at least 6 characters, and not easy to guess. */
    owner_password: text(z.string().max(longestPassword)),
    /** Setup token of the deployment. Not needed for the first organization where none is set. */
    setup_token: text(z.string().max(1000)).optional(),
  },
  returns: {
    /** API key of the owner. */
    api_key: z.string(),
    /** Email address of the owner. */
    email: z.string(),
    /** Id of the owner. */
    user_id: z.int(),
    /** Id of the organization. */
    realm_id: z.int(),
    /** Address of the organization. */
    realm_uri: z.string(),
  },
  async run({ params: { owner_password, ...params }, realm, facts, env }) {
    await realm.performIn(0, 'prepareFounding', { ...params, owner_password })
    const hashing: Hashing = { password: owner_password, rank: 'known', counts: [] }
    const password_hash = await hashed({ facts, env }, 0, 'founding', hashing)
    const founded = await realm.performIn(0, 'foundRealm', { ...params, password_hash })
    const { protocol } = new URL(facts.origin)
    const host = env.ROOT_DOMAIN ? `${params.string_id.trim().toLowerCase()}.${env.ROOT_DOMAIN}` : facts.host
    return { ...founded, realm_uri: `${protocol}//${host}` }
  },
})

/**
 * For development servers only. Founds the organization with an account of each role, unless the server has an organization
 * already.
 *
 * @error BAD_REQUEST The server is no development server.
 */
export const foundDemoRealmEndpoint = endpoint('POST /dev_found_demo_realm', {
  summary: 'Found the demo organization, on a development server',
  auth: 'none',
  returns: {
    /** Whether it was founded now. */
    created: z.boolean(),
    /** Email addresses of its accounts. */
    accounts: z.array(z.string()),
    /** Password of each of its accounts. */
    password: z.string(),
  },
  async run({ realm, facts, env }) {
    if (env.DEVELOPMENT !== 'true') throw refused('Endpoint not available in production.')
    const hashing: Hashing = { password: demoPassword, rank: 'known', counts: [] }
    const password_hash = await hashed({ facts, env }, 0, 'founding', hashing)
    return realm.performIn(0, 'foundDemoRealm', { password_hash })
  },
})

const authenticationMethods = [
  'password', 'dev', 'email', 'ldap', 'remoteuser', 'github', 'azuread', 'gitlab', 'apple', 'google', 'saml', 'openid connect',
] // prettier-ignore

/** The settings of a deployment without a realm: all defaults. */
const anyRealm = { realm_settings: '{}' }

/** Names of clients that are told to upgrade. */
const obsoleteClients = new Set(['ZulipInvalid'])

/**
 * Needs no account. The fields of the organization, from `external_authentication_methods` on, are absent where the address
 * is that of the deployment and not of an organization.
 *
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const serverSettingsEndpoint = endpoint('GET /server_settings', {
  summary: 'What a client must know before it logs in',
  auth: 'none',
  returns: {
    /** Ways to log in, by name: whether each is allowed. `password` and `email` are both by password. */
    authentication_methods: z.record(z.string(), z.boolean()),
    /** Ways to log in by another service: none. */
    external_authentication_methods: z
      .array(
        z.object({
          /** Name of the way, for programs. */
          name: z.string(),
          /** Name of the way, for people. */
          display_name: z.string(),
          /** Address of its icon, if it has one. */
          display_icon: z.string().nullable(),
          /** Where people log in. */
          login_url: z.string(),
          /** Where people sign up. */
          signup_url: z.string(),
        }),
      )
      .optional(),
    ...versionFields,
    /** Always `false`: the server sends no push notifications. */
    push_notifications_enabled: z.boolean(),
    /** Whether the client, by its `User-Agent`, is too old for the server. */
    is_incompatible: z.boolean(),
    /** Whether people log in by password. */
    email_auth_enabled: z.boolean(),
    /** Always `true`: people log in by email address. */
    require_email_format_usernames: z.boolean(),
    /** Address of the organization. */
    realm_uri: z.string().optional(),
    /** Name of the organization. */
    realm_name: z.string().optional(),
    /** Address of the square picture of the organization, maybe relative to `realm_uri`. */
    realm_icon: z.string().optional(),
    /** Description of the organization, in HTML. */
    realm_description: z.string().optional(),
    /** Whether something can be read without an account: spectators are let in, and there is a web-public stream. */
    realm_web_public_access_enabled: z.boolean().optional(),
  },
  async run({ facts, env, sql }) {
    const address = realmAddressOf(facts.host, env)
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
