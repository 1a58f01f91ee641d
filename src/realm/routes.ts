import { z } from 'zod'
import { logsInBy } from '../auth/methods'
import { RecentAnswers } from '../core/base/recent-answers'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { changesAt } from '../core/realm/realm-client'
import { refused } from '../core/base/errors'
import type { Sql } from '../core/sql/sql'
import { sendsMail } from '../mail/setup'
import { renderDescription } from '../markdown/render'
import { versionFields, withOtherNames } from './compatibility'
import { foundingOf, foundingSchema } from './founding-access'
import { directorySql } from './directory'
import { realmAddressOf, type RealmAddress } from './host'
import { iconUrl } from './pictures'
import { hasWebPublicStream, isAnyFounded, realmAt, type RealmRow } from './queries'
import { settingsOf } from '../accounts/settings'
import { rivulet_version, version } from './version'

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
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address. The refusal has `founding`, too.
 */
export const serverSettingsEndpoint = endpoint('GET /server_settings', {
  summary: 'What a client must know before it logs in',
  auth: 'none',
  mayBeOld: true,
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
    /** Release of this server. */
    rivulet_version: z.string(),
    /** Always `false`: the server sends no push notifications. */
    push_notifications_enabled: z.boolean(),
    /** Whether the client, by its `User-Agent`, is too old for the server. */
    is_incompatible: z.boolean(),
    /** Whether the server sends mail: invitations, confirmations, and links for new passwords. Otherwise people pass links on. */
    server_sends_mail: z.boolean(),
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
    /** Whether people need an invitation to join. If not, `POST /join` lets in whoever has an allowed address. */
    realm_invite_required: z.boolean().optional(),
    /** Whether and how organizations are founded here. */
    founding: foundingSchema,
  },
  async run({ facts, env, sql, latest }) {
    const address = realmAddressOf(facts.host, env)
    const key = `${address.kind} ${facts.host} ${changesAt(facts.host)}`
    const found = await remembered.of(env.DB, key, async () =>
      publicRealm(sql, await realmNow({ sql, latest }, address)),
    )
    const realm = found?.realm ?? null
    const byPassword = logsInBy('Email', realm ?? anyRealm, env)
    const enabled = new Set([
      ...(byPassword ? ['password', 'email'] : []),
      ...(logsInBy('Dev', realm ?? anyRealm, env) ? ['dev'] : []),
    ])
    const isFirst = realm === null && (address.kind === 'only' || (await isNothingFounded({ sql, env, facts })))
    const server = {
      ...version,
      rivulet_version,
      authentication_methods: Object.fromEntries(authenticationMethods.map((name) => [name, enabled.has(name)])),
      push_notifications_enabled: false,
      is_incompatible: obsoleteClients.has(facts.client),
      server_sends_mail: sendsMail(env),
      email_auth_enabled: byPassword,
      require_email_format_usernames: true,
      founding: foundingOf(env, isFirst, {
        isAnyHost: address.kind === 'only',
        requestRegion: facts.region,
      }),
    }
    if (realm === null && address.kind === 'named')
      throw refused('There is no organization at this address', {
        code: 'NONEXISTENT_SUBDOMAIN',
        status: 404,
        founding: server.founding,
      })
    if (realm === null) return withOtherNames(server, env)
    return withOtherNames(
      {
        ...server,
        external_authentication_methods: [],
        realm_uri: facts.origin,
        realm_name: realm.name,
        realm_icon: iconUrl(realm),
        realm_description: renderDescription(realm.description),
        realm_web_public_access_enabled: found!.is_read_by_all,
        realm_invite_required: settingsOf(realm).invite_required,
      },
      env,
    )
  },
})

/** That a deployment has some realm, which it always has from then on. */
const foundings = new RecentAnswers<true>({ seconds: 3600, maxBytes: 1024 })

/** Whether the deployment has no realm yet. */
async function isNothingFounded(request: Pick<RequestContext<never>, 'sql' | 'env' | 'facts'>): Promise<boolean> {
  const some = await foundings.of(request.env.DB, '', async () =>
    (await isAnyFounded(directorySql(request))) ? true : null,
  )
  return some === null
}

interface PublicRealm {
  readonly realm: RealmRow
  /** Whether something can be read without an account. */
  readonly is_read_by_all: boolean
}

/** What strangers are told of realms. They may ask as often as they like; it is true again within seconds. */
const remembered = new RecentAnswers<PublicRealm>({ seconds: 10, maxBytes: 256 * 1024 })

/** The realm at an address. An old state must not say that there is none: whoever has founded it would be asked to do so again. */
async function realmNow(
  { sql, latest }: Pick<RequestContext<never>, 'sql' | 'latest'>,
  address: RealmAddress,
): Promise<RealmRow | null> {
  const realm = await realmAt(sql, address)
  const latestSql = realm === null ? latest() : null
  return latestSql === null ? realm : realmAt(latestSql, address)
}

async function publicRealm(sql: Sql, realm: RealmRow | null): Promise<PublicRealm | null> {
  if (realm === null) return null
  const admitsStrangers = settingsOf(realm).enable_spectator_access
  return { realm, is_read_by_all: admitsStrangers && (await hasWebPublicStream(sql, realm.id)) }
}
