import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'
import type { AccountRow, SessionAccountRow } from '../accounts/account'
import { joinedOwner } from '../accounts/shares'
import { botTypes } from '../accounts/types'

const columns = fragment`
  user.id, user.realm_id, realm.string_id, user.delivery_email, user.email, user.full_name, user.role,
  user.bot_type, user.bot_owner_id, user.date_joined, user.avatar_version, user.avatar_path,
  realm.settings as realm_settings, realm.uses_short_forms,
  user.is_active, user.sponsor_id, realm.deactivated as realm_deactivated,
  owner.role as owner_role, owner.is_active as owner_is_active, owner.date_joined as owner_date_joined,
  owner.sponsor_id as owner_sponsor_id, sponsor.sponsor_id as sponsor_of_sponsor_id,
  user.bot_type is ${literal(botTypes.incomingWebhook)}
    and exists (select 1 from integration where bot_id = user.id) as is_integration`

/** The tables of these columns. */
const joined = fragment`join realm on realm.id = user.realm_id ${joinedOwner}`

const accountWhere = (condition: Fragment): Fragment => fragment`
  select ${columns}
  from user ${joined}
  where ${condition}`

/** The account whose session has this hash; the session may have expired. */
export async function accountBySession(sql: Sql, hash: string): Promise<SessionAccountRow | null> {
  return sql`
    select ${columns},
      session.hash as session_hash, session.kind as session_kind, session.used_on as session_used_on,
      session.expires_at as session_expires_at
    from session join user on user.id = session.user_id ${joined}
    where session.hash = ${hash}
  `.cachedFirst()
}

/** The account that logs in with this address. System bots do not log in. */
export async function accountByLogin(sql: Sql, realm_id: number, email: string): Promise<AccountRow | null> {
  return sql`${accountWhere(
    fragment`user.realm_id = ${realm_id} and user.delivery_email = ${email} collate nocase and not user.is_system_bot`,
  )}`.first()
}

/** The account with this id. */
export async function accountById(sql: Sql, realm_id: number, id: number): Promise<AccountRow | null> {
  return sql`${accountWhere(fragment`user.id = ${id} and user.realm_id = ${realm_id}`)}`.first()
}

/** Hash of the password of the account that logs in with this address; null if there is none. */
export async function hashOfLogin(sql: Sql, realm_id: number, email: string): Promise<string | null> {
  const row = await sql`
    select hash
    from user join password on user_id = user.id
    where user.realm_id = ${realm_id} and user.delivery_email = ${email} collate nocase and not user.is_system_bot
  `.first<{ hash: string }>()
  return row?.hash ?? null
}

/** Hash of a user's password; null if the user has none. */
export async function passwordHash(sql: Sql, user_id: number): Promise<string | null> {
  const row = await sql`select hash from password where user_id = ${user_id}`.first<{ hash: string }>()
  return row?.hash ?? null
}
