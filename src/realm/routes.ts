import { z } from 'zod'
import { logsInBy } from '../auth/methods'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { renderDescription } from '../markdown/render'
import { versionFields, withOtherNames } from './compatibility'
import { realmAddressOf } from './host'
import { iconUrl } from './pictures'
import { hasWebPublicStream, realmAt } from './queries'
import { settingsOf } from '../accounts/settings'
import { version } from './version'

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
