import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { type UserGroupRow } from './queries'

/** Adds groups without members. */
export const insertGroups = (realm_id: number, groups: readonly UserGroupRow[]): Fragment => fragment`
  insert into user_group (id, realm_id, name, name_key, description, is_system_group)
  select
    value ->> 'id', ${realm_id}, value ->> 'name', value ->> 'name_key', value ->> 'description',
    value ->> 'is_system_group'
  from json_each(${JSON.stringify(groups.map((group) => ({ ...group, name_key: foldCase(group.name) })))})`

export const insertMembers = (group_id: number, user_ids: readonly number[]): Fragment => fragment`
  insert into user_group_member (group_id, user_id)
  select ${group_id}, value from json_each(${JSON.stringify(user_ids)})`

export const deleteMembers = (group_id: number, user_ids: readonly number[]): Fragment => fragment`
  delete from user_group_member
  where group_id = ${group_id} and user_id in (select value from json_each(${JSON.stringify(user_ids)}))`
