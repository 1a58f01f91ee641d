import { beforeFirstId } from '../core/sql/ids'
import type { Sql } from '../core/sql/sql'
import { importsOf } from './queries'

export interface ImportedPerson {
  id: number
  full_name: string
  delivery_email: string
  /** Whether the account has a password, or was logged in. */
  is_claimed: number
  /** When the link of its last claim or reset expires; null: there is none. */
  link_expires: number | null
}

/** Active people whom imports brought, by id. The owners who ran the imports are not among them. */
export async function importedPeople(sql: Sql, realm_id: number): Promise<ImportedPerson[]> {
  const imports = await importsOf(sql, realm_id)
  if (imports.length === 0) return []
  const before = beforeFirstId(realm_id)
  const last = before + Math.max(...imports.map(({ plan }) => plan.manifest.last_ids.user))
  const others = imports.flatMap(({ aliases }) => Object.values(aliases.user ?? {}))
  const owners = imports.map(({ owner_id }) => owner_id)
  return sql`
    select user.id, full_name, delivery_email, password_reset.expires_at as link_expires,
      exists (select 1 from password where password.user_id = user.id)
        or exists (select 1 from session where session.user_id = user.id) as is_claimed
    from user left join password_reset on password_reset.user_id = user.id
    where user.id > ${before} and bot_type is null and is_active and realm_id = ${realm_id}
      and (user.id <= ${last} or user.id in (select value from json_each(${JSON.stringify(others)})))
      and user.id not in (select value from json_each(${JSON.stringify(owners)}))
    order by user.id
  `.all()
}
