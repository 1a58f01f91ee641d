import { foldCase } from '../core/base/unicode'
import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { roles, type Role } from '../accounts/roles'

export interface UserRow {
  id: number
  realm_id: number
  delivery_email: string
  email: string
  full_name: string
  role: Role
  bot_type: number | null
  bot_owner_id: number | null
  /** 1 for the notification bot (behaviour, Notices posted by the notification bot). */
  is_system_bot: number
  is_active: number
  date_joined: number
  /** For a newcomer, the id of the account whose share of all limits they use, which may be their own (`shareOf`); else null. */
  sponsor_id: number | null
  timezone: string
  avatar_version: number
  /** Path of the uploaded picture, below `/user_avatars/`; null if there is none. */
  avatar_path: string | null
}

export const userColumns = fragment`
  user.id, user.realm_id, user.delivery_email, user.email, user.full_name, user.role, user.bot_type, user.bot_owner_id,
  user.is_system_bot, user.is_active, user.date_joined, user.sponsor_id, user.timezone, user.avatar_version,
  user.avatar_path`

const usersWhere = (condition: Fragment): Fragment => fragment`
  select ${userColumns} from user
  where ${condition}`

/** Active bots of an owner. */
export async function activeBotsOf(sql: Sql, realm_id: number, owner_id: number): Promise<UserRow[]> {
  return sql`${usersWhere(
    fragment`realm_id = ${realm_id} and bot_owner_id = ${owner_id} and bot_type is not null and is_active`,
  )} order by id`.all()
}

/** Active newcomers who use the share of another person. */
export async function newcomersOf(sql: Sql, realm_id: number, share_id: number): Promise<UserRow[]> {
  return sql`${usersWhere(
    fragment`realm_id = ${realm_id} and sponsor_id = ${share_id} and id <> ${share_id} and is_active`,
  )} order by id`.all()
}

/** Bots of an owner, including deactivated ones. */
export async function botsOf(sql: Sql, realm_id: number, owner_id: number): Promise<UserRow[]> {
  return sql`${usersWhere(
    fragment`realm_id = ${realm_id} and bot_owner_id = ${owner_id} and bot_type is not null`,
  )} order by id`.all()
}

/** Ids of the active bots of all these owners. */
export async function activeBotsOfAll(sql: Sql, realm_id: number, owner_ids: readonly number[]): Promise<number[]> {
  const rows = await sql`
    select user.id
    from json_each(${JSON.stringify(owner_ids)}) as owner
    cross join user
      on user.realm_id = ${realm_id} and user.bot_owner_id = owner.value and user.bot_type is not null and user.is_active
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}

export async function userById(sql: Sql, realm_id: number, id: number): Promise<UserRow | null> {
  return sql`${usersWhere(fragment`id = ${id} and realm_id = ${realm_id}`)}`.cachedFirst()
}

/** The user with this display address, in any case. */
export async function userByEmail(sql: Sql, realm_id: number, email: string): Promise<UserRow | null> {
  return sql`${usersWhere(fragment`realm_id = ${realm_id} and email = ${email} collate nocase`)}`.cachedFirst()
}

/** Users with this name, in any case, the oldest first. */
export async function usersByName(sql: Sql, realm_id: number, full_name: string): Promise<UserRow[]> {
  return sql`${usersWhere(fragment`realm_id = ${realm_id} and name_key = ${foldCase(full_name)}`)} order by id`.all()
}

/** Whether an account of the realm logs in with this address. */
export async function isAddressTaken(sql: Sql, realm_id: number, email: string): Promise<boolean> {
  const row = await sql`
    select 1 as taken from user
    where realm_id = ${realm_id} and delivery_email = ${email} collate nocase
  `.first()
  return row !== null
}

/** Ids of active people who are owners. */
export async function activeOwners(sql: Sql, realm_id: number): Promise<number[]> {
  const rows = await sql`
    select id from user
    where ${inRealm(fragment`id`, realm_id)} and role = ${roles.owner} and bot_type is null and is_active
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}

/** Whether a user is the only active person who is an owner. */
export async function isOnlyOwner(
  sql: Sql,
  realm_id: number,
  { id, bot_type, role }: Pick<UserRow, 'id' | 'bot_type' | 'role'>,
): Promise<boolean> {
  if (bot_type !== null || role !== roles.owner) return false
  const owners = await activeOwners(sql, realm_id)
  return owners.length === 1 && owners[0] === id
}

/** Id of the newest message that the user received; -1 if there is none. */
export async function newestReceived(sql: Sql, user_id: number): Promise<number> {
  const row = await sql`
    select max(id) as id from (
      select (
        select max(message.id) from message
        where recipient_id = span.stream_id and message.id >= span.from_id and message.id < span.to_id
      ) as id
      from subscription_span as span
      where span.user_id = ${user_id}
      union all
      select (select max(message.id) from message where recipient_id = member.conversation_id) as id
      from conversation_member as member
      where member.user_id = ${user_id}
    )
  `.first<{ id: number | null }>()
  return row?.id ?? -1
}

/** A user named in a request. */
export interface PersonRow {
  /** Index in the request. */
  place: number
  id: number
  email: string
  full_name: string
  bot_type: number | null
  is_active: number
}

/** Users with these ids or display addresses, including deactivated ones; system bots only with the option. */
export async function peopleNamed(
  sql: Sql,
  realm_id: number,
  named: number[] | string[],
  { systemBots = false }: { systemBots?: boolean } = {},
): Promise<PersonRow[]> {
  const isById = typeof named[0] === 'number'
  return sql`
    select named.key as place, user.id, user.email, user.full_name, user.bot_type, user.is_active
    from json_each(${JSON.stringify(named)}) as named
    cross join user on user.realm_id = ${realm_id} and (${systemBots} or not user.is_system_bot)
      and ${isById ? fragment`user.id = named.value` : fragment`user.email = trim(named.value) collate nocase`}
  `.all()
}
