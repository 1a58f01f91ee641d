import { logFailure } from '../core/base/failures'
import { z } from 'zod'
import { longestAddress } from '../accounts/account'
import { assertAdministrator } from '../accounts/roles'
import { hashOfKey } from '../auth/keys'
import { logsInBy } from '../auth/methods'
import { assertStrong, longestPassword } from '../auth/password'
import { hashNewPassword } from '../auth/passwords'
import { accountByLogin } from '../auth/queries'
import { realmHere } from '../auth/viewer'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { flag, pathId, text } from '../core/http/params'
import { accessReset, mayReset } from './access'
import { waitingPeople } from './queries'

type ResetContext = Pick<RequestContext<never>, 'sql' | 'env' | 'realm'>

/**
 * For the page on which people log in. If the server sends mail, the account gets a link that sets a new password. In any case,
 * administrators find the request in `GET /realm/password_resets`, and can make a link and pass it on. The answer is always the same, whether the address has an
 * account or not, and does not wait for the look-up. 5 requests a day count for one account, 20 an hour
 * from one network, and 200 an hour for the organization.
 *
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const askForPasswordResetEndpoint = endpoint('POST /password_reset', {
  summary: 'Say that you forgot your password, so that you get a link by mail, or from an administrator',
  auth: 'none',
  params: {
    /** Your real email address, in any case. */
    email: text(z.string().max(longestAddress)),
  },
  returns: {},
  async run({ params: { email }, defer, ...request }) {
    const realm_id = await realmHere(request)
    defer(storeLater(request, realm_id, email))
    return {}
  },
})

/** Milliseconds before the account is looked up. The response is sent before that, so its time reveals nothing. */
const pauseMs = 200

/** Stores the request for a new password if the account exists and has a password. */
async function storeLater({ sql, env, realm }: ResetContext, realm_id: number, email: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  try {
    const account = await accountByLogin(sql, realm_id, email)
    if (account === null || account.bot_type !== null || !account.is_active) return
    if (account.realm_deactivated || !logsInBy('Email', account, env)) return
    await realm.performIn(realm_id, 'askForPasswordReset', { user_id: account.id })
  } catch (error) {
    logFailure('noting a forgotten password', error)
  }
}

/**
 * Those who asked by `POST /password_reset` in the last 3 days and have not got a new password since. Anybody may have
 * asked in somebody's name, so make sure who they are before you pass a link on. Owners of the organization are shown to
 * owners only.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const passwordResetsEndpoint = endpoint('GET /realm/password_resets', {
  summary: 'People who forgot their passwords and wait for a link, for administrators',
  returns: {
    /** Those who wait, the newest first. */
    password_resets: z.array(
      z.object({
        /** Id of the user. */
        user_id: z.int(),
        /** When they asked last, in seconds since 1970 UTC. */
        asked: z.int(),
        /** When the last link that was made for them expires or expired, in seconds since 1970 UTC; null: none was made. */
        link_expires: z.int().nullable(),
      }),
    ),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    assertAdministrator(account)
    const waiting = await waitingPeople(sql, account.realm_id, Date.now() / 1000)
    return {
      password_resets: waiting
        .filter((target) => mayReset(account, target))
        .map(({ user_id, asked_at, expires_at }) => ({
          user_id,
          asked: Math.floor(asked_at),
          link_expires: expires_at,
        })),
    }
  },
})

/**
 * The user need not have asked, and need not have a password. The link is good once and for an hour, and ends when
 * another one is made. The user is told by a private message of the notification bot that you made it. People only, no
 * bots.
 *
 * @error BAD_REQUEST You are a bot.
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator, or no owner and the account is an owner's.
 * @error BAD_REQUEST There is no such person, or the account is deactivated.
 * @error BAD_REQUEST People of this organization do not log in by password.
 */
export const makeResetLinkEndpoint = endpoint('POST /users/{user_id}/password_reset', {
  summary: 'Make a link with which somebody sets a new password',
  params: {
    /** Id of the user. */
    user_id: pathId(),
    /** Whether to send the link to the user by mail. */
    by_mail: flag().default(false),
  },
  returns: {
    /** The link, to pass on. It is told only here. */
    reset_url: z.string(),
    /** Whether the server sends it by mail: if not, though you asked for it, the server sends no mail, or a limit is reached. */
    is_mailed: z.boolean(),
    /** When it expires, in seconds since 1970 UTC. */
    expires: z.int(),
  },
  async run({ params, realm }) {
    return realm.perform('makeResetLink', params)
  },
})

/**
 * The page behind a link of `POST /users/{user_id}/password_reset` asks this before anybody writes on it.
 *
 * @error BAD_REQUEST The link is wrong, was used, has expired, or another one was made. Or its maker could not make it any
 *   more, for the account or the maker has another role by now or is deactivated.
 * @error 401 PASSWORD_AUTH_DISABLED People of the organization do not log in by password.
 * @error 401 REALM_DEACTIVATED The organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const resetLinkEndpoint = endpoint('GET /password_reset', {
  summary: 'Whose password a link sets',
  auth: 'none',
  params: {
    /** The last part of the link: 32 letters and digits. */
    key: text(z.string().max(200)),
  },
  returns: {
    /** Real email address of the account: the user name to log in with. */
    email: z.string(),
    /** Name of the user. */
    full_name: z.string(),
    /** When the link expires, in seconds since 1970 UTC. */
    expires: z.int(),
  },
  async run({ params: { key }, ...request }) {
    const { sql, env } = request
    const realm_id = await realmHere(request)
    const reset = await accessReset({ sql, env, realm_id, now: Date.now() / 1000 }, key)
    return { email: reset.delivery_email, full_name: reset.full_name, expires: reset.expires_at }
  },
})

/** Limit of passwords that are hashed for one link: more than anybody needs for one that is accepted. */
const hashesOfLink = { maxAttempts: 10, seconds: 3600 }

/**
 * The page behind a link of `POST /users/{user_id}/password_reset` asks this. Nobody is logged in by it. The user is told
 * by a private message of the notification bot.
 *
 * @error BAD_REQUEST The link is wrong, was used, has expired, or another one was made. Or its maker could not make it any
 *   more, for the account or the maker has another role by now or is deactivated.
 * @error BAD_REQUEST The password is too weak.
 * @error 401 PASSWORD_AUTH_DISABLED People of the organization do not log in by password.
 * @error 401 REALM_DEACTIVATED The organization was deactivated.
 * @error 404 NONEXISTENT_SUBDOMAIN There is no organization at this address.
 */
export const resetPasswordEndpoint = endpoint('POST /password_reset/confirm', {
  summary: 'Set a new password by a link',
  auth: 'none',
  params: {
    /** The last part of the link: 32 letters and digits. */
    key: text(z.string().max(200)),
    /** New password: at least 6 characters, and not easy to guess. */
    new_password: text(z.string().max(longestPassword)),
    /**
     * Whether all keys and browser sessions of the account stay. Otherwise they end, with the requests and sockets that
     * they opened.
     */
    keep_sessions: flag().default(false),
  },
  returns: {
    /** Real email address of the account: the user name to log in with. */
    email: z.string(),
  },
  async run({ params: { key, new_password, keep_sessions }, ...request }) {
    const { sql, env, facts, realm } = request
    const realm_id = await realmHere(request)
    const { delivery_email: email, full_name } = await accessReset({ sql, env, realm_id, now: Date.now() / 1000 }, key)
    assertStrong(new_password, { email, full_name })
    const new_hash = await hashNewPassword({ env, facts }, realm_id, email, {
      password: new_password,
      // Only somebody with a valid link gets here.
      rank: 'known',
      counts: [[`reset ${hashOfKey(key)}`, hashesOfLink]],
      forgives: email.toLowerCase(),
    })
    return realm.perform('resetPassword', { key, new_hash, keep_sessions })
  },
})
