import { z } from 'zod'
import { assertHuman } from '../accounts/account'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { json, pathId, text } from '../core/http/params'
import { isGuest } from '../accounts/roles'
import { userGroups } from './groups'
import { userGroupSchema } from './schema'

/** People that one request may name. */
const mostAtOnce = 10_000

const userIds = json(z.array(z.int()).max(mostAtOnce)).default([])

export const userGroupsEndpoint = endpoint('GET /user_groups', {
  summary: 'Groups of users of the organization',
  returns: { user_groups: z.array(userGroupSchema) },
  async run({ viewer, sql }) {
    const account = await viewer()
    if (isGuest(account)) throw refused('Not allowed for guest users')
    assertHuman(account)
    return { user_groups: await userGroups(sql, account, Date.now() / 1000) }
  },
})

export const createUserGroupEndpoint = endpoint('POST /user_groups/create', {
  summary: 'Create a group of users',
  params: { name: text(), description: text(), members: userIds },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('createUserGroup', params)
  },
})

export const updateUserGroupEndpoint = endpoint('PATCH /user_groups/{group_id}', {
  summary: 'Change the name or the description of a group',
  params: { group_id: pathId(), name: text().optional(), description: text().optional() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateUserGroup', params)
  },
})

export const deleteUserGroupEndpoint = endpoint('DELETE /user_groups/{group_id}', {
  summary: 'Delete a group',
  params: { group_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteUserGroup', params)
  },
})

export const updateUserGroupMembersEndpoint = endpoint('POST /user_groups/{group_id}/members', {
  summary: 'Add people to a group and take others out of it',
  params: { group_id: pathId(), add: userIds, delete: userIds },
  returns: {},
  async run({ params: { group_id, add, delete: remove }, realm }) {
    return realm.perform('changeGroupMembers', { group_id, add, remove })
  },
})
