import { z } from 'zod'
import { longestAddress, type Account } from '../accounts/account'
import { longestPassword } from '../auth/password'
import { hashNewPassword } from '../auth/passwords'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, pathId, pathText, text } from '../core/http/params'
import { valuesOfAddress, valuesOfRealm, valuesOfUser, type ProfileValueRow } from '../profile-fields/queries'
import { profileDataByUser, profileEntriesSchema } from '../profile-fields/schema'
import { seesHiddenAddresses, showsAddresses } from './email-visibility'
import { assertNewUserForm } from './new-user-form'
import { usersOfRealm } from './all-users'
import { newestReceived, userByEmail, userById, type UserRow } from './queries'
import { assertAdministrator, isAdministrator, roles } from '../accounts/roles'
import { ownUser, ownUserSchema, user, userSchema, type UserOptions } from './schema'

/** Parameters that say how users are shown. */
const userOptions = {
  /**
   * Whether you compute the addresses of Gravatar's pictures yourself: `avatar_url` is null for them. It counts as
   * `false` where the organization hides addresses.
   */
  client_gravatar: flag().default(true),
  /** Whether people have `profile_data`. */
  include_custom_profile_fields: flag().default(false),
}

/** Options for showing users to this viewer. */
const optionsFor = (
  viewer: Account,
  { client_gravatar, include_custom_profile_fields }: Omit<UserOptions, 'tell_addresses'>,
): UserOptions => ({
  client_gravatar: client_gravatar && showsAddresses(viewer),
  include_custom_profile_fields,
  tell_addresses: seesHiddenAddresses(viewer),
})

/**
 * Lists people and bots, deactivated ones too. Clients that hold an event queue find them in `realm_users` and
 * `realm_non_active_users` of `POST /register`, and are told of changes by events `realm_user`.
 */
export const usersEndpoint = endpoint('GET /users', {
  summary: 'All users of the organization',
  large: true,
  params: userOptions,
  returns: {
    /** All users but system bots, by id. */
    members: z.array(userSchema),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const { realm_id } = account
    const [rows, values] = await Promise.all([
      usersOfRealm(sql, realm_id),
      params.include_custom_profile_fields ? valuesOfRealm(sql, realm_id) : [],
    ])
    const profiles = profileDataByUser(values)
    const options = optionsFor(account, params)
    return { members: rows.map((row) => user(row, options, profiles.get(row.id))) }
  },
})

/** The account that asks: a person, or a bot. */
export const ownUserEndpoint = endpoint('GET /users/me', {
  summary: 'Yourself',
  returns: ownUserSchema.shape,
  async run({ viewer, sql }) {
    const account = await viewer()
    const { id, realm_id } = account
    const [row, max_message_id] = await Promise.all([userById(sql, realm_id, id), newestReceived(sql, id)])
    // Moderators may see hidden addresses, too, but the specification leaves out their own one here.
    return ownUser(row!, {
      max_message_id,
      tell_addresses: isAdministrator(account) && seesHiddenAddresses(account),
    })
  },
})

const userAnswer = {
  /** The user. */
  user: userSchema,
}

/**
 * Finds people and bots, active or not, and the bots of the server itself.
 *
 * @error BAD_REQUEST There is no such user.
 */
export const userEndpoint = endpoint('GET /users/{user_id}', {
  summary: 'A user by id',
  params: {
    /** Id of the user. */
    user_id: pathId(),
    ...userOptions,
  },
  returns: userAnswer,
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const { realm_id } = account
    const [row, values] = await Promise.all([
      userById(sql, realm_id, params.user_id),
      params.include_custom_profile_fields ? valuesOfUser(sql, realm_id, params.user_id) : [],
    ])
    return foundUser(row, values, optionsFor(account, params))
  },
})

/**
 * Finds people and bots, active or not, and the bots of the server itself.
 *
 * @error BAD_REQUEST There is no such user.
 */
export const userByEmailEndpoint = endpoint('GET /users/{email}', {
  summary: 'A user by email address',
  params: {
    /** The address that others see, in any case. */
    email: pathText(),
    ...userOptions,
  },
  returns: userAnswer,
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const { realm_id } = account
    const [row, values] = await Promise.all([
      userByEmail(sql, realm_id, params.email),
      params.include_custom_profile_fields ? valuesOfAddress(sql, realm_id, params.email) : [],
    ])
    return foundUser(row, values, optionsFor(account, params))
  },
})

/**
 * Makes the account of a person, with the role of a member. The person is subscribed to the default streams, starts
 * with the settings of `PATCH /realm/user_settings_defaults`, and gets a key by `POST /fetch_api_key`. Events
 * `realm_user`, `user_group` and `subscription` tell everybody whom it concerns. For bots there is `POST /bots`.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The name or the address is not one, or somebody has the address already.
 * @error BAD_REQUEST The organization does not allow addresses of this domain.
 * @error BAD_REQUEST The password is too weak: shorter than 6 characters, of fewer than 4 different ones, very common,
 *   or made of the name or the address.
 */
export const createUserEndpoint = endpoint('POST /users', {
  summary: 'Create a user',
  params: {
    /** Email address of the new user. */
    email: text(z.string().max(longestAddress)),
    /** Password of the new user, 6 to 200 characters. Give it to the person in private: no mail tells it. */
    password: text(z.string().max(longestPassword)),
    /**
     * Name of the new user: 2 to 100 characters. Not allowed are asterisk, backtick, backslash, `>`, `"`, `@`, control
     * characters, and a bar with digits at the end.
     */
    full_name: text(z.string().max(1000)),
  },
  returns: {
    /** Id of the new user. */
    user_id: z.int(),
  },
  async run({ params: { password, ...person }, ...request }) {
    const account = await request.viewer()
    assertAdministrator(account)
    assertNewUserForm({ ...person, password })
    const password_hash = await hashNewPassword(request, account.realm_id, person.email, {
      password,
      rank: 'known',
      counts: [],
    })
    return request.realm.perform('createUser', { ...person, password_hash })
  },
})

/**
 * Changes everything that is sent, or nothing. The user may be a person or a bot, active or not. Administrators may;
 * the owner of a bot may rename it. An event `realm_user` tells everybody of each change; of the new name of a bot also
 * `realm_bot`, of a role also `user_group`. To change yourself, use `PATCH /settings` and `PATCH
 * /users/me/profile_data`.
 *
 * @error BAD_REQUEST There is no such user.
 * @error BAD_REQUEST You may not change this user.
 * @error BAD_REQUEST Only owners give and take the role of an owner, and the only active owner keeps it.
 * @error BAD_REQUEST A guest becomes a member before becoming an administrator or owner.
 * @error BAD_REQUEST The name is not one, or another active user has the name that a bot should get.
 * @error BAD_REQUEST There is no such profile field, its value does not fit, or the user is a bot, which has no
 *   profile.
 */
export const updateUserEndpoint = endpoint('PATCH /users/{user_id}', {
  summary: "Change somebody's name, role or profile data",
  overSocket: true,
  params: {
    /** Id of the user. */
    user_id: pathId(),
    /** New name, by the rules of `POST /users`. A blank one is passed over. */
    full_name: text(z.string().max(1000)).optional(),
    /** New role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
    role: json(z.literal(Object.values(roles))).optional(),
    /** New values of custom profile fields, at most 1,000. An empty value or null removes the present one. */
    profile_data: json(profileEntriesSchema).default([]),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateUser', params)
  },
})

/**
 * Ends the account of a person and of all bots that the person owns: keys and event queues are refused with
 * `USER_DEACTIVATED` at once. Invitations that are open are revoked, and messages that were to be sent later are
 * dropped. What the person wrote stays. Events `realm_user` tell everybody, and `realm_bot` the administrators. Bots
 * are deactivated by `DELETE /bots/{bot_id}`. With `deactivate_newcomers`, the people whom the person let in go as well.
 *
 * @error BAD_REQUEST There is no such person.
 * @error BAD_REQUEST You are no administrator; or the person is an owner, and you are none.
 * @error BAD_REQUEST The person was deactivated already, or is the only active owner.
 */
export const deactivateUserEndpoint = endpoint('DELETE /users/{user_id}', {
  summary: 'Deactivate somebody, and their bots',
  overSocket: true,
  params: {
    /** Id of the user. */
    user_id: pathId(),
    /**
     * Whether the newcomers who use the share of the person are deactivated, too: people whom they invited, directly or by
     * others, and for whom no administrator has vouched.
     */
    deactivate_newcomers: flag().default(false),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deactivateUser', params)
  },
})

/**
 * Ends the account that asks, as `DELETE /users/{user_id}` would.
 *
 * @error CANNOT_DEACTIVATE_LAST_USER You are the last active user, or the only active owner. `is_last_owner` and
 *   `entity` tell which.
 */
export const deactivateOneselfEndpoint = endpoint('DELETE /users/me', {
  summary: 'Deactivate yourself, and your bots',
  returns: {},
  async run({ realm }) {
    return realm.perform('deactivateOneself', {})
  },
})

/**
 * Gives a person or a bot the account back, with its role, settings and subscriptions. Its keys stay ended: a person
 * logs in anew, a bot gets a key by `POST /bots/{bot_id}/api_key/regenerate`. What was sent meanwhile was not received,
 * and bots of a person are reactivated one by one. Nothing happens to a user who is active. An event `realm_user` with
 * `op` `add` tells everybody.
 *
 * @error BAD_REQUEST There is no such user.
 * @error BAD_REQUEST For a person: you are no administrator; or the person is an owner, and you are none.
 * @error BAD_REQUEST For a bot: you are neither its owner nor an administrator, or may not add bots of its type.
 * @error BAD_REQUEST The owner of the bot would have too many bots.
 */
export const reactivateUserEndpoint = endpoint('POST /users/{user_id}/reactivate', {
  summary: 'Take somebody deactivated back',
  overSocket: true,
  params: {
    /** Id of the user. */
    user_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('reactivateUser', params)
  },
})

function foundUser(row: UserRow | null, values: ProfileValueRow[], options: UserOptions) {
  if (row === null) throw refused('No such user')
  return { user: user(row, options, profileDataByUser(values).get(row.id)) }
}
