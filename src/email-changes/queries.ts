import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { Role } from '../accounts/roles'

export interface EmailChange {
  user_id: number
  role: Role
  old_email: string
  new_email: string
  token: string
  created_at: number
}

/** Seconds until a confirmation link expires. */
export const lifetimeSeconds = 3 * 24 * 3600

const pending = (realm_id: number, now: number): Fragment => fragment`
  select user_id, user.role, delivery_email as old_email, new_email, token, created_at
  from email_change join user on user.id = user_id
  where realm_id = ${realm_id} and is_active and created_at > ${now - lifetimeSeconds}`

/** Unconfirmed changes, the newest first. */
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
