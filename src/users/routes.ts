import { z } from 'zod'
import type { Account } from '../accounts/account'
import { longestPassword } from '../auth/password'
import { hashed } from '../auth/passwords'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, pathId, pathText, text } from '../core/http/params'
import { valuesOfAddress, valuesOfRealm, valuesOfUser, type ProfileValueRow } from '../profile-fields/queries'
import { profileDataByUser, profileEntriesSchema } from '../profile-fields/schema'
import { seesHiddenAddresses, showsAddresses } from './email-visibility'
import { assertNewUserForm } from './new-user-form'
import { newestReceived, userByEmail, userById, usersOfRealm, type UserRow } from './queries'
import { assertAdministrator, isAdministrator, roles } from '../accounts/roles'
import { ownUser, ownUserSchema, user, userSchema, type UserOptions } from './schema'

const userOptions = {
  client_gravatar: flag().default(true),
  include_custom_profile_fields: flag().default(false),
}

/** How users look to the viewer. */
const optionsFor = (
  viewer: Account,
  { client_gravatar, include_custom_profile_fields }: Omit<UserOptions, 'tell_addresses'>,
): UserOptions => ({
  client_gravatar: client_gravatar && showsAddresses(viewer),
  include_custom_profile_fields,
  tell_addresses: seesHiddenAddresses(viewer),
})

export const usersEndpoint = endpoint('GET /users', {
  summary: 'All users of the organization',
  params: userOptions,
  returns: { members: z.array(userSchema) },
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

export const ownUserEndpoint = endpoint('GET /users/me', {
  summary: 'Yourself',
  returns: ownUserSchema.shape,
  async run({ viewer, sql }) {
    const account = await viewer()
    const { id, realm_id } = account
    const [row, max_message_id] = await Promise.all([userById(sql, realm_id, id), newestReceived(sql, id)])
    // To moderators, who may see addresses too, the specification does not tell their own here.
    return ownUser(row!, {
      max_message_id,
      tell_addresses: isAdministrator(account) && seesHiddenAddresses(account),
    })
  },
})

export const userEndpoint = endpoint('GET /users/{user_id}', {
  summary: 'A user by id',
  params: { user_id: pathId(), ...userOptions },
  returns: { user: userSchema },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const { realm_id } = account
    const [row, values] = await Promise.all([
      userById(sql, realm_id, params.user_id),
      params.include_custom_profile_fields ? valuesOfUser(sql, realm_id, params.user_id) : [],
    ])
    return found(row, values, optionsFor(account, params))
  },
})

export const userByEmailEndpoint = endpoint('GET /users/{email}', {
  summary: 'A user by email address',
  params: { email: pathText(), ...userOptions },
  returns: { user: userSchema },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const { realm_id } = account
    const [row, values] = await Promise.all([
      userByEmail(sql, realm_id, params.email),
      params.include_custom_profile_fields ? valuesOfAddress(sql, realm_id, params.email) : [],
    ])
    return found(row, values, optionsFor(account, params))
  },
})

export const createUserEndpoint = endpoint('POST /users', {
  summary: 'Create a user',
  params: {
    email: text(z.string().max(320)),
    password: text(z.string().max(longestPassword)),
    full_name: text(z.string().max(1000)),
  },
  returns: { user_id: z.int() },
  async run({ params: { password, ...person }, ...asked }) {
    const account = await asked.viewer()
    assertAdministrator(account)
    assertNewUserForm({ ...person, password })
    const password_hash = await hashed(asked, account.realm_id, person.email, { password, rank: 'known', counts: [] })
    return asked.realm.perform('createUser', { ...person, password_hash })
  },
})

export const updateUserEndpoint = endpoint('PATCH /users/{user_id}', {
  summary: "Change somebody's name, role or profile data",
  params: {
    user_id: pathId(),
    full_name: text(z.string().max(1000)).optional(),
    role: json(z.literal(Object.values(roles))).optional(),
    profile_data: json(profileEntriesSchema).default([]),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateUser', params)
  },
})

export const deactivateUserEndpoint = endpoint('DELETE /users/{user_id}', {
  summary: 'Deactivate somebody, and their bots',
  params: { user_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deactivateUser', params)
  },
})

export const deactivateOneselfEndpoint = endpoint('DELETE /users/me', {
  summary: 'Deactivate yourself, and your bots',
  returns: {},
  async run({ realm }) {
    return realm.perform('deactivateOneself', {})
  },
})

export const reactivateUserEndpoint = endpoint('POST /users/{user_id}/reactivate', {
  summary: 'Take somebody deactivated back',
  params: { user_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('reactivateUser', params)
  },
})

function found(row: UserRow | null, values: ProfileValueRow[], options: UserOptions) {
  if (row === null) throw refused('No such user')
  return { user: user(row, options, profileDataByUser(values).get(row.id)) }
}
