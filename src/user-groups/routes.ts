import { z } from 'zod'
import { assertHuman } from '../accounts/account'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { json, pathId, text } from '../core/http/params'
import { isGuest } from '../accounts/roles'
import { userGroups } from './groups'
import { userGroupSchema } from './schema'

/** Users that one request may name. */
const maxUsersInRequest = 10_000

const userIds = json(z.array(z.int()).max(maxUsersInRequest)).default([])

/**
 * Clients that hold an event queue need not ask: they find the same in `realm_user_groups` of `POST /register`, also for
 * guests, and are told of changes by events `user_group`.
 *
 * @error BAD_REQUEST You are a guest or a bot.
 */
export const userGroupsEndpoint = endpoint('GET /user_groups', {
  summary: 'Groups of users of the organization',
  large: true,
  returns: {
    /** All groups with their members, system groups included, by id. */
    user_groups: z.array(userGroupSchema),
  },
  async run({ viewer, sql }) {
    const account = await viewer()
    if (isGuest(account)) throw refused('Not allowed for guest users', { reason: 'not_allowed' })
    assertHuman(account)
    return { user_groups: await userGroups(sql, account, Date.now() / 1000) }
  },
})

/**
 * Needs a user who is no bot and no guest, and whom `user_group_edit_policy` of the organization admits. You become a
 * member only if `members` names you. An event `user_group` tells of the group, with its id.
 *
 * @error BAD_REQUEST You may not edit groups.
 * @error BAD_REQUEST The name is empty, too long, or belongs to another group; or the description is too long.
 * @error BAD_REQUEST One of the members does not exist.
 * @error BAD_REQUEST The organization has 1,000 groups, or all groups together would have more than 20,000 members; or you
 *   have made 100 groups or would have added more than 4,000 members, and are no administrator.
 */
export const createUserGroupEndpoint = endpoint('POST /user_groups/create', {
  summary: 'Create a group of users',
  overSocket: true,
  params: {
    /** Name of the group, 1 to 60 characters. No other group may have it, in any case. */
    name: text(),
    /** What the group is for, at most 1,024 characters; it may be empty. */
    description: text(),
    /** Ids of the first members, at most 10,000. Bots may be members, too. */
    members: userIds,
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('createUserGroup', params)
  },
})

/**
 * What is left out stays, and so does the name if an empty one is sent. Events `user_group` tell of what has changed.
 *
 * @error BAD_REQUEST You may not edit groups, or not this one: bots and guests may not, nor whom `user_group_edit_policy`
 *   does not admit; a member of the group or a moderator may. Nobody may edit system groups.
 * @error BAD_REQUEST There is no such group.
 * @error BAD_REQUEST Neither a name nor a description was sent, or both are blank.
 * @error BAD_REQUEST The name is too long, or belongs to another group; or the description is too long.
 */
export const updateUserGroupEndpoint = endpoint('PATCH /user_groups/{group_id}', {
  summary: 'Change the name or the description of a group',
  overSocket: true,
  params: {
    /** Id of the group. */
    group_id: pathId(),
    /** The new name, at most 60 characters. No other group may have it, in any case. */
    name: text().optional(),
    /** The new description, at most 1,024 characters. */
    description: text().optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateUserGroup', params)
  },
})

/**
 * Messages that mention the group stay as they are. An event `user_group` tells of it.
 *
 * @error BAD_REQUEST You may not edit groups, or not this one: bots and guests may not, nor whom `user_group_edit_policy`
 *   does not admit; a member of the group or a moderator may. Nobody may edit system groups.
 * @error BAD_REQUEST There is no such group.
 */
export const deleteUserGroupEndpoint = endpoint('DELETE /user_groups/{group_id}', {
  summary: 'Delete a group',
  overSocket: true,
  params: {
    /** Id of the group. */
    group_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteUserGroup', params)
  },
})

/**
 * Does all of it, or nothing if one part is refused. Events `user_group` tell of those who were added, and of those who
 * were removed.
 *
 * @error BAD_REQUEST You may not edit groups, or not this one: bots and guests may not, nor whom `user_group_edit_policy`
 *   does not admit; a member of the group or a moderator may. Nobody may edit system groups.
 * @error BAD_REQUEST There is no such group.
 * @error BAD_REQUEST Neither `add` nor `delete` names anybody.
 * @error BAD_REQUEST A user to add does not exist or is a member already, or a user to remove is no member.
 * @error BAD_REQUEST All groups together would have more than 20,000 members; or you would have added more than 4,000 and are
 *   no administrator.
 */
export const updateUserGroupMembersEndpoint = endpoint('POST /user_groups/{group_id}/members', {
  summary: 'Add people to a group and take others out of it',
  overSocket: true,
  params: {
    /** Id of the group. */
    group_id: pathId(),
    /** Ids of the users to add, at most 10,000. */
    add: userIds,
    /** Ids of the members to remove, at most 10,000. */
    delete: userIds,
  },
  returns: {},
  async run({ params: { group_id, add, delete: remove }, realm }) {
    return realm.perform('changeGroupMembers', { group_id, add, remove })
  },
})
