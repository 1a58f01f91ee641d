import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'
import { usersOfRealm } from '../users/all-users'
import { isAdministrator } from '../accounts/roles'
import { longestAddress } from '../accounts/account'
import { deviceCookie } from './devices'
import { assertDevelopment } from './methods'
import { longestPassword } from './password'
import { deviceName } from '../sessions/device-name'
import { checkedLogin } from './passwords'
import { realmHere } from './viewer'

const email = z.string().max(longestAddress)

const isAddress = (username: string) => username.includes('@')

/** Fields of the answers that give somebody a key. */
const keyFields = {
  /** The new key: 32 letters and digits. The server keeps only a hash of it, and never tells it again. */
  api_key: z.string(),
  /** Real email address of the account: the user name that goes with the key. */
  email: z.string(),
  /** Id of the account. */
  user_id: z.int(),
}

/**
 * Every call makes a new key, so each device can have its own. An account may hold 1,000 keys; after that the oldest
 * one ends. The answer also sets a cookie, which lets a browser that logged in before guess again while strangers are
 * kept out; other programs can ignore it. Limits for wrong passwords: 5 in 30 minutes by one device or from one
 * network, and 100 in an hour for one account.
 *
 * @error 401 AUTHENTICATION_FAILED There is no such account, or the password is wrong.
 * @error 401 PASSWORD_AUTH_DISABLED People of this organization do not log in by password.
 * @error 401 USER_DEACTIVATED The password is right, but the account was deactivated.
 * @error 401 REALM_DEACTIVATED The password is right, but the organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const fetchApiKeyEndpoint = endpoint('POST /fetch_api_key', {
  summary: 'Get an API key for your password',
  auth: 'none',
  params: {
    /** Your real email address, in any case. */
    username: text(email.refine(isAddress, 'Enter a valid email address.')),
    /** Your password, at most 200 characters. */
    password: text(z.string().max(longestPassword)),
  },
  returns: keyFields,
  async run({ params: { username, password }, ...request }) {
    const realm_id = await realmHere(request)
    const { device, ...checked } = await checkedLogin(request, realm_id, { username, password })
    const login = { username, ...checked, kind: 'key', name: deviceName(request.headers) } as const
    const { secret: api_key, ...account } = await request.realm.perform('logIn', login)
    const headers = { 'Set-Cookie': deviceCookie(device), 'Cache-Control': 'no-store' }
    return Response.json({ result: 'success', msg: '', api_key, ...account }, { headers })
  },
})

/**
 * For trying things out: a server that people rely on always refuses.
 *
 * @error BAD_REQUEST The server is no development server.
 * @error 401 AUTHENTICATION_FAILED There is no such account, or the organization has turned off logging in without a
 *   password.
 * @error 401 USER_DEACTIVATED The account was deactivated.
 * @error 401 REALM_DEACTIVATED The organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const devFetchApiKeyEndpoint = endpoint('POST /dev_fetch_api_key', {
  summary: 'Get an API key without a password, on a development server',
  auth: 'none',
  params: {
    /** Real email address of the account, in any case. */
    username: text(email),
  },
  returns: keyFields,
  async run({ params, headers, realm, env }) {
    assertDevelopment(env)
    const login = { ...params, kind: 'key', name: deviceName(headers) } as const
    const { secret: api_key, ...account } = await realm.perform('logInWithoutPassword', login)
    return { api_key, ...account }
  },
})

const login = z.object({
  /** Real email address, the `username` of `POST /dev_fetch_api_key`. */
  email: z.string(),
  /** Address of the organization. */
  realm_uri: z.string(),
})

/**
 * Lists active people, no bots. A server that people rely on always refuses.
 *
 * @error BAD_REQUEST The server is no development server.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const devListUsersEndpoint = endpoint('GET /dev_list_users', {
  summary: 'People whom a development server lets in without a password',
  auth: 'none',
  returns: {
    /** Owners and administrators, by id. */
    direct_admins: z.array(login),
    /** All other people, by id. */
    direct_users: z.array(login),
  },
  async run({ sql, facts, env }) {
    assertDevelopment(env)
    const realm_id = await realmHere({ sql, facts, env })
    const people = (await usersOfRealm(sql, realm_id)).filter((user) => user.is_active && user.bot_type === null)
    const logins = (users: typeof people) =>
      users.map(({ delivery_email }) => ({ email: delivery_email, realm_uri: facts.origin }))
    return {
      direct_admins: logins(people.filter(isAdministrator)),
      direct_users: logins(people.filter((user) => !isAdministrator(user))),
    }
  },
})

/**
 * Ends all keys and sessions of the account that asks, a person or a bot. Its requests that wait for events are refused at
 * once; its event queues stay. The owner of a bot, and administrators, are told by an event `realm_bot`, without the key.
 * For a bot its owner can also use `POST /bots/{bot_id}/api_key/regenerate`.
 *
 * @error BAD_REQUEST A browser asks by its cookie: it gets a key by `POST /fetch_api_key`, which needs the password.
 */
export const regenerateApiKeyEndpoint = endpoint('POST /users/me/api_key/regenerate', {
  summary: 'Replace all your API keys by a new one',
  returns: {
    /** The new key. The server keeps only a hash of it, and never tells it again. */
    api_key: z.string(),
  },
  async run({ realm, headers }) {
    return realm.perform('regenerateKey', { name: deviceName(headers) })
  },
})
