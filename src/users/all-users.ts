import { inRealm } from '../core/sql/ids'
import { fragment, literal, type Sql } from '../core/sql/sql'
import type { Role } from '../accounts/roles'
import { userColumns, type UserRow } from './queries'

/** Lists of the cells of several users, as JSON. */
interface PackedUsers {
  packed: string
}

/** Users whose rows are packed into one: far below the two million bytes that D1 allows a row. */
const usersTogether = 256

/** All people and bots of the realm by id, including deactivated ones, without system bots. */
export async function usersOfRealm(sql: Sql, realm_id: number): Promise<UserRow[]> {
  // The same statement as in `allUsersOfRealm`, so that a registration sends it once.
  return (await allUsersOfRealm(sql, realm_id)).filter(({ is_system_bot }) => !is_system_bot)
}

/**
 * All people and bots of the realm by id, including deactivated ones and system bots. D1 hands rows over cell by cell, which takes
 * longer than reading them, so many users are packed into a row.
 */
export async function allUsersOfRealm(sql: Sql, realm_id: number): Promise<UserRow[]> {
  const isOfRealm = inRealm(fragment`user.id`, realm_id)
  const rows = await sql`
    with recursive part (first) as (
      select min(id) from user where ${isOfRealm}
      union all
      select (select min(id) from user where id >= part.first + ${literal(usersTogether)} and ${isOfRealm})
      from part where part.first is not null
    )
    select (
      select json_group_array(json_array(${userColumns})) from user
      where id >= part.first and id < part.first + ${literal(usersTogether)} and ${isOfRealm}
    ) as packed
    from part where part.first is not null
    order by part.first
  `.all<PackedUsers>()
  return unpackedOnce(rows)
}

/** Users by the rows they came in. The parts of a registration share an answer of the database, and so they share its users. */
const usersByRows = new WeakMap<readonly PackedUsers[], UserRow[]>()

function unpackedOnce(rows: readonly PackedUsers[]): UserRow[] {
  const unpackedUsers = usersByRows.get(rows)
  if (unpackedUsers) return unpackedUsers
  const users = rows
    .flatMap(({ packed }) => (JSON.parse(packed) as UserCells[]).map(userOf))
    .toSorted((a, b) => a.id - b.id)
  usersByRows.set(rows, users)
  return users
}

/** The values of `userColumns`. */
type UserCells = [
  id: number,
  realm_id: number,
  delivery_email: string,
  email: string,
  full_name: string,
  role: Role,
  bot_type: number | null,
  bot_owner_id: number | null,
  is_system_bot: number,
  is_active: number,
  date_joined: number,
  sponsor_id: number | null,
  timezone: string,
  avatar_version: number,
  avatar_path: string | null,
]

const userOf = ([
  id,
  realm_id,
  delivery_email,
  email,
  full_name,
  role,
  bot_type,
  bot_owner_id,
  is_system_bot,
  is_active,
  date_joined,
  sponsor_id,
  timezone,
  avatar_version,
  avatar_path,
]: UserCells): UserRow => ({
  id,
  realm_id,
  delivery_email,
  email,
  full_name,
  role,
  bot_type,
  bot_owner_id,
  is_system_bot,
  is_active,
  date_joined,
  sponsor_id,
  timezone,
  avatar_version,
  avatar_path,
})
