import { commaSeparated, Fragment, fragment, literal, PackedColumns, type Sql } from '../core/sql/sql'
import type { AccountRow, SessionAccountRow } from '../accounts/account'
import { joinedOwner } from '../accounts/shares'
import { botTypes } from '../accounts/types'

const columns: Record<keyof AccountRow, Fragment> = {
  id: fragment`user.id`,
  realm_id: fragment`user.realm_id`,
  string_id: fragment`realm.string_id`,
  delivery_email: fragment`user.delivery_email`,
  email: fragment`user.email`,
  full_name: fragment`user.full_name`,
  role: fragment`user.role`,
  bot_type: fragment`user.bot_type`,
  bot_owner_id: fragment`user.bot_owner_id`,
  date_joined: fragment`user.date_joined`,
  avatar_version: fragment`user.avatar_version`,
  avatar_path: fragment`user.avatar_path`,
  realm_settings: fragment`realm.settings`,
  uses_short_forms: fragment`realm.uses_short_forms`,
  is_active: fragment`user.is_active`,
  sponsor_id: fragment`user.sponsor_id`,
  realm_deactivated: fragment`realm.deactivated`,
  owner_role: fragment`owner.role`,
  owner_is_active: fragment`owner.is_active`,
  owner_date_joined: fragment`owner.date_joined`,
  owner_sponsor_id: fragment`owner.sponsor_id`,
  sponsor_of_sponsor_id: fragment`sponsor.sponsor_id`,
  is_integration: fragment`
    user.bot_type is ${literal(botTypes.incomingWebhook)}
    and exists (select 1 from integration where bot_id = user.id)`,
}

const sessionColumns = new PackedColumns<SessionAccountRow>({
  ...columns,
  session_hash: fragment`session.hash`,
  session_kind: fragment`session.kind`,
  session_used_on: fragment`session.used_on`,
  session_expires_at: fragment`session.expires_at`,
})

const namedColumns = commaSeparated(
  Object.entries(columns).map(([name, column]) => fragment`${column} as ${new Fragment(name, [])}`),
)

/** The tables of these columns. */
const joinedTables = fragment`join realm on realm.id = user.realm_id ${joinedOwner}`

const accountWhere = (condition: Fragment): Fragment => fragment`
  select ${namedColumns}
  from user ${joinedTables}
  where ${condition}`

const sessionAccount = fragment`
  select ${sessionColumns.packed}
  from session join user on user.id = session.user_id ${joinedTables}`

/** The account whose session has this hash; the session may have expired. */
export async function accountBySession(sql: Sql, hash: string): Promise<SessionAccountRow | null> {
  const packedRow = await sql`${sessionAccount} where session.hash = ${hash}`.cachedFirstPacked()
  return sessionColumns.first(packedRow)
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
