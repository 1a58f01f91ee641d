import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { FieldType } from './field-types'

export interface ProfileFieldRow {
  id: number
  type: FieldType
  name: string
  hint: string
  field_data: string
  place: number
}

/** The realm's custom profile fields, in their order. */
export async function profileFields(sql: Sql, realm_id: number): Promise<ProfileFieldRow[]> {
  return sql`
    select id, type, name, hint, field_data, place from profile_field
    where realm_id = ${realm_id}
    order by place, id
  `.all()
}

export interface ProfileValueRow {
  user_id: number
  field_id: number
  value: string
  rendered_value: string | null
}

const valuesWhere = (condition: Fragment): Fragment => fragment`
  select user_id, field_id, value, rendered_value from profile_value
  where ${condition}`

/** Profile values of all users of the realm. */
export async function valuesOfRealm(sql: Sql, realm_id: number): Promise<ProfileValueRow[]> {
  return sql`${valuesWhere(inRealm(fragment`user_id`, realm_id))}`.all()
}

/** Profile values of one user. */
export async function valuesOfUser(sql: Sql, realm_id: number, user_id: number): Promise<ProfileValueRow[]> {
  return sql`${valuesWhere(fragment`user_id = ${user_id} and ${inRealm(fragment`user_id`, realm_id)}`)}`.all()
}

/** Profile values of the user with this display address. */
export async function valuesOfAddress(sql: Sql, realm_id: number, email: string): Promise<ProfileValueRow[]> {
  return sql`${valuesWhere(fragment`user_id = (
    select id from user
    where realm_id = ${realm_id} and email = ${email} collate nocase
  )`)}`.all()
}

/** Those of these ids that belong to active people of the realm. */
export async function activePeople(sql: Sql, realm_id: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await sql`
    select id from user
    where id in (select value from json_each(${JSON.stringify(ids)}))
      and realm_id = ${realm_id} and is_active and bot_type is null
  `.all<{ id: number }>()
  return new Set(rows.map(({ id }) => id))
}
