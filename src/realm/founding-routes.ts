import { longestAddress } from '../accounts/account'
import { z } from 'zod'
import { longestPassword } from '../auth/password'
import { hashNewPassword } from '../auth/passwords'
import type { Hashing } from '../auth/passwords-object'
import { assertDevelopment } from '../auth/methods'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { text } from '../core/http/params'
import { demoPassword } from './demo'
import { deviceName } from '../sessions/device-name'
import { settingFields as personalFields } from '../settings/table'
import { needsSetupToken } from './founding-access'
import { hostOfNew } from './host'
import { realmAt } from './queries'
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
  async run({ params: { owner_password, ...params }, realm, sql, facts, env, headers }) {
    await assertMayTry({ sql, env }, params)
    await realm.performIn(0, 'prepareFounding', { ...params, owner_password })
    const hashing: Hashing = { password: owner_password, rank: 'known', counts: [] }
    const password_hash = await hashNewPassword({ facts, env }, 0, 'founding', hashing)
    const founded = await realm.performIn(0, 'foundRealm', { ...params, password_hash, device: deviceName(headers) })
    const { protocol } = new URL(facts.origin)
    const string_id = params.string_id.trim().toLowerCase()
    const host = hostOfNew({ string_id, isFirst: founded.realm_id === 1 }, facts.host, env)
    return { ...founded, realm_uri: `${protocol}//${host}` }
  },
})

/** Refuses strangers without waking the object that creates realms: those without the setup token, or all if it cannot help. */
async function assertMayTry(
  { sql, env }: Pick<RequestContext<never>, 'sql' | 'env'>,
  { setup_token }: { setup_token?: string | undefined },
): Promise<void> {
  if (env.SETUP_TOKEN ? setup_token === undefined : (await realmAt(sql, { kind: 'only' })) !== null)
    throw needsSetupToken()
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
