import { z } from 'zod'
import { longestPassword } from '../auth/password'
import { endpoint } from '../core/endpoint'
import { refused } from '../core/errors'
import { flag, pathId, pathText, text } from '../core/params'
import { newestReceived, userByEmail, userById, usersOfRealm, type UserRow } from './queries'
import { ownUser, ownUserSchema, user, userSchema, type UserOptions } from './schema'

const userOptions = {
  client_gravatar: flag().default(true),
  include_custom_profile_fields: flag().default(false),
}

export const usersEndpoint = endpoint('GET /users', {
  summary: 'All users of the organization',
  params: userOptions,
  returns: { members: z.array(userSchema) },
  async run({ params, viewer, sql }) {
    const { realm_id } = await viewer()
    const rows = await usersOfRealm(sql, realm_id)
    return { members: rows.map((row) => user(row, params)) }
  },
})

export const ownUserEndpoint = endpoint('GET /users/me', {
  summary: 'Yourself',
  returns: ownUserSchema.shape,
  async run({ viewer, sql }) {
    const { id, realm_id } = await viewer()
    const [row, max_message_id] = await Promise.all([userById(sql, realm_id, id), newestReceived(sql, id)])
    return ownUser(row!, max_message_id)
  },
})

export const userEndpoint = endpoint('GET /users/{user_id}', {
  summary: 'A user by id',
  params: { user_id: pathId(), ...userOptions },
  returns: { user: userSchema },
  async run({ params, viewer, sql }) {
    const { realm_id } = await viewer()
    return found(await userById(sql, realm_id, params.user_id), params)
  },
})

export const userByEmailEndpoint = endpoint('GET /users/{email}', {
  summary: 'A user by email address',
  params: { email: pathText(), ...userOptions },
  returns: { user: userSchema },
  async run({ params, viewer, sql }) {
    const { realm_id } = await viewer()
    return found(await userByEmail(sql, realm_id, params.email), params)
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
  async run({ params, realm }) {
    return realm.perform('createUser', params)
  },
})

function found(row: UserRow | null, options: UserOptions) {
  if (row === null) throw refused('No such user')
  return { user: user(row, options) }
}
