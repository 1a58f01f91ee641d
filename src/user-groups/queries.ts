import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'

export interface UserGroupRow {
  id: number
  name: string
  description: string
  /** 1 for a system group, whose members follow from roles. */
  is_system_group: number
}

const groupsWhere = (condition: Fragment): Fragment => fragment`
  select id, name, description, is_system_group from user_group
  where ${condition}`

/** All groups of the realm by id, including system groups. */
export async function groupsOfRealm(sql: Sql, realm_id: number): Promise<UserGroupRow[]> {
  return sql`${groupsWhere(fragment`realm_id = ${realm_id}`)} order by id`.all()
}

/** The group with exactly this name, as in mentions; it may be a system group. */
export async function groupByName(sql: Sql, realm_id: number, name: string): Promise<UserGroupRow | null> {
  return sql`${groupsWhere(
    fragment`realm_id = ${realm_id} and name_key = ${foldCase(name)} and name = ${name}`,
  )}`.first()
}

/** Members of a group by id. A system group has none here. */
export async function membersOfGroup(sql: Sql, group_id: number): Promise<number[]> {
  const rows = await sql`
    select user_id from user_group_member
    where group_id = ${group_id}
    order by user_id
  `.all<{ user_id: number }>()
  return rows.map(({ user_id }) => user_id)
}

interface MemberRow {
  group_id: number
  user_id: number
}

/** Members of all groups of the realm except system groups, by group and id. */
export async function membersOfRealm(sql: Sql, realm_id: number): Promise<MemberRow[]> {
  return sql`
    select group_id, user_id from user_group_member
    where ${inRealm(fragment`group_id`, realm_id)}
    order by group_id, user_id
  `.all()
}
