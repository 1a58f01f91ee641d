import { z } from 'zod'
import { longestAddress } from '../accounts/account'
import { deviceCookie } from '../auth/devices'
import { markOf } from '../auth/keys'
import { assertDevelopment } from '../auth/methods'
import { longestPassword } from '../auth/password'
import { checkedLogin } from '../auth/passwords'
import { realmHere } from '../auth/viewer'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { text } from '../core/http/params'
import { noSessionCookies, sessionCookies } from './cookie'
import { deviceName } from './device-name'

/** Your real email address, in any case. */
const username = text(z.string().max(longestAddress))

const accountFields = {
  /** Real email address of the account. */
  email: z.string(),
  /** Id of the account. */
  user_id: z.int(),
}

/** The browser that logs in, and the session whose cookie it replaces. */
const browserOf = ({ headers, facts: { credentials } }: Pick<RequestContext<never>, 'headers' | 'facts'>) => ({
  kind: 'browser' as const,
  name: deviceName(headers),
  replaces: credentials?.by === 'cookie' ? markOf(credentials) : null,
})

/** A response that sets cookies. */
function withCookies(fields: Record<string, unknown>, cookies: readonly string[], more: Record<string, string> = {}) {
  const headers = new Headers({ 'Cache-Control': 'no-store', ...more })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return Response.json({ result: 'success', msg: '', ...fields }, { headers })
}

/**
 * Logs a browser in by a cookie, which scripts cannot read. The session ends after 30 days without use. Only pages of the
 * organization's own address may use the cookie, for requests with the header `X-Requested-With` and, unless they only
 * read, with `Origin`. A page that knows whose session it is says so by the value `rivulet/USER_ID`: when another account has
 * logged in since, its requests are refused with `WRONG_ACCOUNT`. Pictures and files need no header, WebSockets `Origin` alone. Where a request has the header
 * `Authorization`, too, that one counts. A session of which the browser sends the cookie is ended. Limits for wrong passwords are those of `POST /fetch_api_key`.
 *
 * @error 401 AUTHENTICATION_FAILED There is no such account, or the password is wrong.
 * @error 401 PASSWORD_AUTH_DISABLED People of this organization do not log in by password.
 * @error 401 USER_DEACTIVATED The password is right, but the account was deactivated.
 * @error 401 REALM_DEACTIVATED The password is right, but the organization was deactivated.
 * @error 403 BAD_REQUEST A page of another site asks.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const logInEndpoint = endpoint('POST /session', {
  summary: 'Log a browser in by password',
  auth: 'none',
  setsCookie: true,
  params: {
    username,
    /** Your password, at most 200 characters. */
    password: text(z.string().max(longestPassword)),
  },
  returns: accountFields,
  async run({ params: { username, password }, ...request }) {
    const realm_id = await realmHere(request)
    const { device, ...checked } = await checkedLogin(request, realm_id, { username, password })
    const login = { username, ...checked, ...browserOf(request) }
    const { secret, ...account } = await request.realm.perform('logIn', login)
    return withCookies(account, [...sessionCookies(secret, account.user_id), deviceCookie(device)])
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
 * @error 403 BAD_REQUEST A page of another site asks.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const devLogInEndpoint = endpoint('POST /dev_session', {
  summary: 'Log a browser in without a password, on a development server',
  auth: 'none',
  setsCookie: true,
  params: { username },
  returns: accountFields,
  async run({ params, ...request }) {
    assertDevelopment(request.env)
    const login = { ...params, ...browserOf(request) }
    const { secret, ...account } = await request.realm.perform('logInWithoutPassword', login)
    return withCookies(account, sessionCookies(secret, account.user_id))
  },
})

/**
 * Ends the session that asks, or the key if a program asks by one. Its sockets are closed and its waiting polls are refused
 * at once. The browser forgets the cookies, and what it has loaded from this address. What pages have stored they erase themselves:
 * something of it may be another account's.
 */
export const logOutEndpoint = endpoint('DELETE /session', {
  summary: 'Log out',
  setsCookie: true,
  returns: {},
  async run({ realm, facts }) {
    await realm.perform('logOut', {})
    if (facts.credentials?.by !== 'cookie') return {}
    return withCookies({}, noSessionCookies, { 'Clear-Site-Data': '"cache"' })
  },
})
