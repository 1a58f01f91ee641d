import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { text } from '../core/http/params'
import { usersOfRealm } from '../users/queries'
import { isAdministrator } from '../accounts/roles'
import { wrongLogIn } from '../accounts/account'
import { deviceCookie } from './devices'
import { longestPassword } from './password'
import { checked } from './passwords'
import { hashOfLogin } from './queries'
import { realmHere } from './viewer'

const email = z.string().max(320)

const isAddress = (username: string) => username.includes('@')

export const fetchApiKeyEndpoint = endpoint('POST /fetch_api_key', {
  summary: 'Get an API key for your password',
  auth: 'none',
  params: {
    username: text(email.refine(isAddress, 'Enter a valid email address.')),
    password: text(z.string().max(longestPassword)),
  },
  returns: { api_key: z.string(), email: z.string(), user_id: z.int() },
  async run({ params: { username, password }, ...asked }) {
    const realm_id = await realmHere(asked)
    const hash = await hashOfLogin(asked.sql, realm_id, username)
    const device = await checked(asked, realm_id, { username, password, hash })
    // A wrong guess ends here: the realm's object, which everybody waits for, does not hear of it.
    if (device === null || hash === null) throw wrongLogIn()
    const granted = await asked.realm.perform('logIn', { username, hash })
    const headers = { 'Set-Cookie': deviceCookie(device), 'Cache-Control': 'no-store' }
    return Response.json({ result: 'success', msg: '', ...granted }, { headers })
  },
})

export const devFetchApiKeyEndpoint = endpoint('POST /dev_fetch_api_key', {
  summary: 'Get an API key without a password, on a development server',
  auth: 'none',
  params: { username: text(email) },
  returns: { api_key: z.string(), email: z.string(), user_id: z.int() },
  async run({ params, realm }) {
    return realm.perform('logInWithoutPassword', params)
  },
})

const login = z.object({ email: z.string(), realm_uri: z.string() })

export const devListUsersEndpoint = endpoint('GET /dev_list_users', {
  summary: 'People whom a development server lets in without a password',
  auth: 'none',
  returns: { direct_admins: z.array(login), direct_users: z.array(login) },
  async run({ sql, facts, env }) {
    if (env.DEVELOPMENT !== 'true') throw refused('Endpoint not available in production.')
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

export const regenerateApiKeyEndpoint = endpoint('POST /users/me/api_key/regenerate', {
  summary: 'Replace all your API keys by a new one',
  returns: { api_key: z.string() },
  async run({ realm }) {
    const { api_key } = await realm.perform('regenerateKey', {})
    return { api_key }
  },
})
