import { longestAddress } from '../accounts/account'
import { z } from 'zod'
import { longestPassword } from '../auth/password'
import { hashNewPassword } from '../auth/passwords'
import type { Hashing } from '../auth/passwords-object'
import { assertDevelopment } from '../auth/methods'
import { logFailure } from '../core/base/failures'
import { regions, type Region } from '../core/base/regions'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { text } from '../core/http/params'
import { databaseNamed, hasSeveralDatabases } from '../core/sql/databases'
import { Reader, RowCache } from '../core/sql/reader'
import { Database } from '../core/sql/database'
import { sqlOver, type Sql } from '../core/sql/sql'
import { demoPassword } from './demo'
import { deviceName } from '../sessions/device-name'
import { settingFields as personalFields } from '../settings/table'
import { needsSetupToken, regionForNew } from './founding-access'
import { databaseForNew, lastIdElsewhere } from './database-choice'
import { directorySql } from './directory'
import { hostOfNew } from './host'
import { isAnyFounded, realmById, realmsBeside } from './queries'
import { settingFields } from './setting-fields'

/**
 * Needs no account. The first organization of a deployment is free to found, unless the deployment has a setup token. Every
 * further one needs that token, and a deployment with a root domain. The new organization has the streams `general` and
 * `core team`, and the account as its owner.
 *
 * @error UNAUTHORIZED_PRINCIPAL The setup token is missing or wrong.
 * @error BAD_REQUEST The deployment has its one organization, and no root domain.
 * @error BAD_REQUEST Another organization has the `string_id`, or it does not fit into a host name.
 * @error BAD_REQUEST A name or the address is malformed, or the password is too weak.
 * @error DATABASES_FULL The databases of the deployment have no room for a further organization.
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
    owner_email: text(z.string().max(longestAddress)),
    /** Password of the owner: at least 6 characters, and not easy to guess. */
    owner_password: text(z.string().max(longestPassword)),
    /** Setup token of the deployment. Not needed for the first organization where none is set. */
    setup_token: text(z.string().max(1000)).optional(),
    /** Who may delete their own messages, as in `PATCH /realm`. If it is left out: 2, administrators. */
    delete_own_message_policy: settingFields.delete_own_message_policy,
    /** Seconds for which people can delete their own messages, from 1, or `unlimited`. If it is left out: 600. */
    message_content_delete_limit_seconds: settingFields.message_content_delete_limit_seconds,
    /** Whether the Enter key sends, for the owner and for new users. If it is left out: no. */
    enter_sends: personalFields.enter_sends,
    /** Whether times of the day have 24 hours, for the owner and for new users. If it is left out: no. */
    twenty_four_hour_time: personalFields.twenty_four_hour_time,
    /**
     * Where most people of the organization are. Its object is created there, through which all that they write goes, and stays there.
     * If it is left out: `founding.region` of `GET /server_settings`.
     */
    region: text(z.enum(regions)).optional(),
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
  async run({ params: { owner_password, region, ...params }, realm, sql, facts, env, headers }) {
    const first = directorySql({ sql, facts, env })
    await assertMayTry({ sql: first, env }, params)
    const string_id = params.string_id.trim().toLowerCase()
    const unopened_id = await unopenedAt({ sql: first, env }, string_id)
    await realm.performIn(0, 'prepareFounding', { ...params, owner_password, unopened_id })
    const hashing: Hashing = { password: owner_password, rank: 'known', counts: [] }
    const password_hash = await hashNewPassword({ facts, env }, 0, 'founding', hashing)
    const input = { ...params, password_hash, device: deviceName(headers) }
    const [database, last_id_elsewhere] = await Promise.all([databaseForNew(first, env), lastIdElsewhere(env)])
    const place = { database, unopened_id, last_id_elsewhere }
    const { realm_id, owner } = await realm.performIn(0, 'foundRealm', { ...input, ...place })
    await placeObject(realm, realm_id, region ?? regionForNew(env, facts.region))
    const founded = owner ?? (await realm.performIn(realm_id, 'openRealm', input)).owner
    const { protocol } = new URL(facts.origin)
    const host = hostOfNew({ string_id, isFirst: realm_id === 1 }, facts.host, env)
    return { ...founded, realm_id, realm_uri: `${protocol}//${host}` }
  },
})

/** Has the object of a new realm created near a region. If that fails, it is created near whoever comes first. */
async function placeObject(
  realm: RequestContext<never>['realm'],
  realm_id: number,
  region: Region | null,
): Promise<void> {
  if (region === null) return
  await realm.createNear(realm_id, region).catch((error: unknown) => logFailure('placing an object', error))
}

/** Id of a realm with this name that has its entry in the directory, but no rows, because its founding was interrupted; null: none. */
async function unopenedAt({ sql, env }: { sql: Sql; env: Env }, string_id: string): Promise<number | null> {
  if (!hasSeveralDatabases(env)) return null
  const { place } = await realmsBeside(sql, string_id)
  if (place === null) return null
  const otherDatabase = sqlOver(new Reader(new Database(databaseNamed(env, place.database)), new RowCache(0)))
  return (await realmById(otherDatabase, place.realm_id)) === null ? place.realm_id : null
}

/** Refuses strangers without waking the object that creates realms: those without the setup token, or all if it cannot help. */
async function assertMayTry(
  { sql, env }: Pick<RequestContext<never>, 'sql' | 'env'>,
  { setup_token }: { setup_token?: string | undefined },
): Promise<void> {
  if (env.SETUP_TOKEN ? setup_token === undefined : await isAnyFounded(sql)) throw needsSetupToken()
}

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
    assertDevelopment(env)
    const hashing: Hashing = { password: demoPassword, rank: 'known', counts: [] }
    const password_hash = await hashNewPassword({ facts, env }, 0, 'founding', hashing)
    return realm.performIn(0, 'foundDemoRealm', { password_hash })
  },
})
