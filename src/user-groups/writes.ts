import { countUse, countUses } from '../accounts/limit-use'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { type UserGroupRow } from './queries'

/** A new group. `creator_id` is the account for which it counts; null for a system group. */
export type NewGroup = UserGroupRow & { creator_id: number | null }

/** Adds groups without members. */
export const insertGroups = (realm_id: number, groups: readonly NewGroup[]): Fragment => fragment`
  insert into user_group (id, realm_id, name, name_key, description, is_system_group, creator_id)
  select
    value ->> 'id', ${realm_id}, value ->> 'name', value ->> 'name_key', value ->> 'description',
    value ->> 'is_system_group', value ->> 'creator_id'
  from json_each(${JSON.stringify(groups.map((group) => ({ ...group, name_key: foldCase(group.name) })))})`

/** Deletes a group with its members, and subtracts them from the limits. */
export const deleteGroup = (group_id: number): Fragment[] => [
  ...deleteMembersWhere(fragment`group_id = ${group_id}`),
  countUses(
    'userGroups',
    fragment`
      select creator_id as user_id, -1 as amount from user_group where id = ${group_id} and creator_id is not null`,
  ),
  fragment`delete from user_group where id = ${group_id}`,
]

/** Adds members, who count for the user who adds them. */
export const insertMembers = (group_id: number, user_ids: readonly number[], adder_id: number): Fragment[] => {
  if (user_ids.length === 0) return []
  return [
    fragment`
      insert into user_group_member (group_id, user_id, adder_id)
      select ${group_id}, value, ${adder_id} from json_each(${JSON.stringify(user_ids)})`,
    countUse('groupMembers', { user_id: adder_id, amount: user_ids.length }),
  ]
}

/** Deletes members, and subtracts them from the limit of the users who added them. */
export const deleteMembers = (group_id: number, user_ids: readonly number[]): Fragment[] =>
  deleteMembersWhere(fragment`
    group_id = ${group_id} and user_id in (select value from json_each(${JSON.stringify(user_ids)}))`)

const deleteMembersWhere = (condition: Fragment): Fragment[] => [
  countUses(
    'groupMembers',
    fragment`
      select adder_id as user_id, -count(*) as amount from user_group_member
      where ${condition} and adder_id is not null
      group by adder_id`,
  ),
  fragment`delete from user_group_member where ${condition}`,
]
