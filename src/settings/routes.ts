import { z } from 'zod'
import { longestAddress } from '../accounts/account'
import { longestPassword } from '../auth/password'
import { hashReplacement } from '../auth/passwords'
import { Document } from '../core/http/document'
import type { Actions } from '../core/base/product'
import { endpoint, overHttpOnly, type AskContext, type Endpoint } from '../core/http/endpoint'
import { flag, text } from '../core/http/params'
import { assertOwnSettings } from './access'
import { realmDefaultFields, settingFields } from './table'
import { isTimezone, timezoneNames } from './timezones'

/** The answer of endpoints that tell which parameters they ignored (endpoints, Wire conventions). */
const ignored = {
  /** Names of the parameters that were sent and that this operation does not know. */
  ignored_parameters_unsupported: z.array(z.string()),
}

const password = z.string().max(longestPassword)

/** Runs the change and returns which parameters were ignored. */
async function change(
  { realm, undeclared }: Pick<AskContext<never>, 'realm' | 'undeclared'>,
  settings: Parameters<Actions['changeSettings']>[1],
): Promise<{ ignored_parameters_unsupported: string[] }> {
  await realm.perform('changeSettings', settings)
  return { ignored_parameters_unsupported: undeclared() }
}

/**
 * Changes everything that is sent, or nothing. People only: bots have no settings. An event `user_settings` tells your
 * clients of each setting that changed; `realm_user` tells everybody of a new name or time zone. Clients that hold an
 * event queue find the settings in `user_settings` of `POST /register`.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST The name is not one.
 * @error BAD_REQUEST The old password is wrong, or the new one is too weak.
 * @error BAD_REQUEST People of this organization do not log in by password.
 * @error BAD_REQUEST The new address is not one, is not allowed in the organization, or somebody has it already.
 * @error BAD_REQUEST The organization lets only administrators change their address.
 */
export const changeSettingsEndpoint = endpoint('PATCH /settings', {
  summary: 'Change your settings',
  params: {
    /**
     * New name, by the rules of `POST /users`. Passed over if it is blank, or if the organization lets only
     * administrators change their names.
     */
    full_name: text(z.string().max(1000)).optional(),
    /**
     * New address. It counts once its link is opened; it comes by mail if the server sends mail; else ask an administrator for it,
     * who finds it by `GET /realm/email_changes`. It may be asked for twice in an hour and 5 times in a day. A later new
     * password takes the request back, and so does ending another session.
     */
    email: text(z.string().max(longestAddress)).optional(),
    /** Your present password; needed with `new_password`. After 5 wrong ones in 30 minutes all are refused. */
    old_password: text(password).optional(),
    /**
     * New password, 6 to 200 characters. Weak ones are refused: fewer than 4 different characters, very common, or made
     * of your name or address. Your other keys and sessions end.
     */
    new_password: text(password).optional(),
    /** Whether your other keys and sessions stay when your password changes. */
    keep_sessions: flag().default(false),
    /** IANA name of your time zone, such as `Europe/Berlin`. */
    timezone: text(z.string().max(100).refine(isTimezone, 'Invalid timezone')).optional(),
    ...settingFields,
  },
  returns: ignored,
  async run({ params: { old_password = '', new_password, keep_sessions, ...settings }, ...request }) {
    if (new_password === undefined) return change(request, settings)
    assertOwnSettings(await request.viewer())
    const password = await hashReplacement(request, { old_password, new_password })
    return change(request, { ...settings, password: { ...password, keep_sessions } })
  },
  async overSocket({ params: { old_password, new_password, keep_sessions, ...settings }, ...request }) {
    if (old_password !== undefined || new_password !== undefined || keep_sessions) throw overHttpOnly()
    return change(request, settings)
  },
})

/** An older path of `PATCH /settings`, which takes the same parameters. */
export const changeDisplaySettingsEndpoint: Endpoint = { ...changeSettingsEndpoint, path: '/settings/display' }
/** An older path of `PATCH /settings`, which takes the same parameters. */
export const changeNotificationSettingsEndpoint: Endpoint = {
  ...changeSettingsEndpoint,
  path: '/settings/notifications',
}

const timezones = new Document(() => ({ result: 'success', msg: '', timezones: timezoneNames() }))

/** Older names of time zones can be chosen as well, but are not listed. */
export const timezonesEndpoint = endpoint('GET {base_url}/static/generated/timezones.json', {
  summary: 'Names of time zones, for people to choose theirs',
  auth: 'none',
  returns: {
    /** IANA names, sorted. */
    timezones: z.array(z.string()),
  },
  run: async ({ headers }) => timezones.answer(headers),
})

/**
 * Users who exist keep their settings. An event `realm_user_settings_defaults` tells everybody of each setting that
 * changed.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 */
export const changeRealmDefaultsEndpoint = endpoint('PATCH /realm/user_settings_defaults', {
  summary: 'Change what new users of the organization start with',
  overSocket: true,
  params: realmDefaultFields,
  returns: ignored,
  async run({ params, undeclared, realm }) {
    await realm.perform('changeRealmDefaults', params)
    return { ignored_parameters_unsupported: undeclared() }
  },
})
