import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { Role } from '../accounts/roles'

interface EmailChange {
  user_id: number
  role: Role
  old_email: string
  new_email: string
  token: string
  created_at: number
}

/** Seconds for which a confirmation link works. */
const lifetimeSeconds = 3 * 24 * 3600

const pending = (realm_id: number, now: number): Fragment => fragment`
  select user_id, user.role, delivery_email as old_email, new_email, token, created_at
  from email_change join user on user.id = user_id
  where realm_id = ${realm_id} and is_active and created_at > ${now - lifetimeSeconds}`

/** Changes that wait for confirmation, newest first. */
export async function pendingEmailChanges(sql: Sql, realm_id: number, now: number): Promise<EmailChange[]> {
  return sql`${pending(realm_id, now)} order by created_at desc`.all()
}

/** The pending change with this token. */
export async function emailChangeOf(
  sql: Sql,
  realm_id: number,
  { token, now }: { token: string; now: number },
): Promise<EmailChange | null> {
  return sql`${pending(realm_id, now)} and token = ${token}`.first()
}

/** Stores a request for a new address, in place of the user's earlier one. */
export const storeEmailChange = (change: Omit<EmailChange, 'old_email' | 'role'>): Fragment => fragment`
  insert into email_change (user_id, new_email, token, created_at)
  values (${change.user_id}, ${change.new_email}, ${change.token}, ${change.created_at})
  on conflict (user_id) do update
  set new_email = excluded.new_email, token = excluded.token, created_at = excluded.created_at`

export const deleteEmailChange = (user_id: number): Fragment =>
  fragment`delete from email_change where user_id = ${user_id}`
