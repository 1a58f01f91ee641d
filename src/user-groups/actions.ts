import { countUse } from '../accounts/limit-use'
import { assertRoom } from '../accounts/limit-room'
import { deleteGroup, deleteMembers, insertGroups, insertMembers } from './writes'
import { invalidation, invalidationOfAll, type Invalidation } from '../core/turn/query-cache'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { characterCount, foldCase, unprintable } from '../core/base/unicode'
import { everyone } from '../users/audience'
import { peopleNamed } from '../users/queries'
import { assertMayEditGroups, accessEditableGroup } from './access'
import { groupByName, groupsOfRealm, membersOfGroup } from './queries'

const longestName = 60
const longestDescription = 1024

/** Creates a group. The actor is only a member if the request says so (endpoints, User groups). */
export async function createUserGroup(
  turn: Turn,
  input: { name: string; description: string; members: number[] },
): Promise<Change> {
  assertMayEditGroups(turn)
  const { actor, realm_id } = turn
  const name = await availableName(turn, input.name)
  const description = groupDescription(input.description)
  const members = await existingUsers(turn, input.members)
  await Promise.all([assertRoom(turn, 'userGroups', 1), assertRoom(turn, 'groupMembers', members.length)])
  const id = turn.next('user_group')
  const group = { id, name, description, members, is_system_group: false }
  return {
    writes: [
      insertGroups(realm_id, [{ id, name, description, is_system_group: 0, creator_id: actor.id }]),
      countUse('userGroups', { user_id: actor.id, amount: 1 }),
      ...insertMembers(id, members, actor.id),
    ],
    result: {},
    events: [tell(await everyone(turn), { type: 'user_group', op: 'add', group })],
    invalidates: groupInvalidations(turn, id),
  }
}

/** Changes the name and description if they are given and differ. An empty name changes nothing. */
export async function updateUserGroup(
  turn: Turn,
  input: { group_id: number; name?: string | undefined; description?: string | undefined },
): Promise<Change> {
  const group = await accessEditableGroup(turn, input.group_id)
  if (!input.name?.trim() && !input.description?.trim()) throw refused('No new data supplied')
  const description = input.description === undefined ? group.description : groupDescription(input.description)
  const name = input.name?.trim() ? await availableName(turn, input.name, group.id) : group.name
  const changes = [
    ...(name === group.name ? [] : [{ name }]),
    ...(description === group.description ? [] : [{ description }]),
  ]
  if (changes.length === 0) return { writes: [], result: {} }
  const all = await everyone(turn)
  return {
    writes: [
      fragment`
        update user_group set name = ${name}, name_key = ${foldCase(name)}, description = ${description}
        where id = ${group.id}`,
    ],
    result: {},
    events: changes.map((data) => tell(all, { type: 'user_group', op: 'update', group_id: group.id, data })),
    invalidates: groupInvalidations(turn, group.id),
  }
}

export async function deleteUserGroup(turn: Turn, input: { group_id: number }): Promise<Change> {
  const { id } = await accessEditableGroup(turn, input.group_id)
  return {
    writes: deleteGroup(id),
    result: {},
    events: [tell(await everyone(turn), { type: 'user_group', op: 'remove', group_id: id })],
    invalidates: groupInvalidations(turn, id),
  }
}

/** Adds members and removes others, all of them or none. */
export async function changeGroupMembers(
  turn: Turn,
  input: { group_id: number; add: number[]; remove: number[] },
): Promise<Change> {
  const { id: group_id, members } = await accessEditableGroup(turn, input.group_id)
  if (input.add.length === 0 && input.remove.length === 0)
    throw refused('Nothing to do. Specify at least one of "add" or "delete".')
  const added = await existingUsers(turn, input.add)
  const removed = ascending(input.remove)
  const present = added.find((user_id) => members.has(user_id))
  if (present !== undefined) throw refused(`User ${present} is already a member of this group`)
  const absent = removed.find((user_id) => !members.has(user_id))
  if (absent !== undefined) throw refused(`There is no user '${absent}' in this user group`)
  await assertRoom(turn, 'groupMembers', added.length)
  const all = await everyone(turn)
  const parts = [
    { op: 'add_members', user_ids: added, writes: insertMembers(group_id, added, turn.actor.id) },
    { op: 'remove_members', user_ids: removed, writes: deleteMembers(group_id, removed) },
  ] as const
  const nonEmptyParts = parts.filter(({ user_ids }) => user_ids.length > 0)
  return {
    writes: nonEmptyParts.flatMap(({ writes }) => writes),
    result: {},
    events: nonEmptyParts.map(({ op, user_ids }) => tell(all, { type: 'user_group', op, group_id, user_ids })),
    invalidates: [invalidation(membersOfGroup, group_id)],
  }
}

/** A name as it is stored, or a refusal. Names of groups must differ in more than case (endpoints, User groups). */
async function availableName({ cached, realm_id }: Turn, raw: string, own_id: number | null = null): Promise<string> {
  const name = raw.trim()
  if (name === '') throw refused("User group name can't be empty!")
  if (characterCount(name) > longestName) throw refused(`User group name too long (limit: ${longestName} characters).`)
  if (unprintable.test(name)) throw refused('Invalid character in user group name')
  const groups = await cached(groupsOfRealm, realm_id)
  if (groups.some((group) => group.id !== own_id && foldCase(group.name) === foldCase(name)))
    throw refused(`User group '${name}' already exists.`, { reason: 'name_taken' })
  return name
}

function groupDescription(raw: string): string {
  const description = raw.trim()
  if (characterCount(description) > longestDescription)
    throw refused(`description is too long (limit: ${longestDescription} characters)`)
  return description
}

/** The ids, each once and ascending. Refuses ids of no user; deactivated users and bots are users. */
async function existingUsers({ sql, realm_id }: Turn, ids: readonly number[]): Promise<number[]> {
  const wantedIds = ascending(ids)
  if (wantedIds.length === 0) return []
  const existing = new Set((await peopleNamed(sql, realm_id, wantedIds)).map(({ id }) => id))
  const unknown = wantedIds.find((id) => !existing.has(id))
  if (unknown !== undefined) throw refused(`Invalid user ID: ${unknown}`)
  return wantedIds
}

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** Cached answers that a change of a group makes untrue. Look-ups by name are cached for any spelling. */
const groupInvalidations = ({ realm_id }: Turn, group_id: number): Invalidation[] => [
  invalidation(groupsOfRealm, realm_id),
  invalidation(membersOfGroup, group_id),
  invalidationOfAll(groupByName),
]
