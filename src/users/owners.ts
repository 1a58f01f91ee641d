import { roles } from '../accounts/roles'
import { inRealm } from '../core/sql/ids'
import { fragment, type Sql } from '../core/sql/sql'

/** Ids of the owners who are active people. */
export async function ownersOf(sql: Sql, realm_id: number): Promise<number[]> {
  const rows = await sql`
    select id from user
    where ${inRealm(fragment`id`, realm_id)} and role = ${roles.owner} and is_active and bot_type is null
    order by id
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}
