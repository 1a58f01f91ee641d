import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import type { Emoji } from '../emoji/schema'
import type { UserStatus } from './schema'

export interface StatusRow extends Emoji {
  user_id: number
  away: number
  status_text: string
}

/** Rows of users who have ever set a status. A user who removed it still has a row. */
const statusWhere = (condition: Fragment): Fragment => fragment`
  select user_id, away, status_text, emoji_name, emoji_code, reaction_type
  from user_status join user on user.id = user_id
  where ${condition} and (away or status_text <> '' or emoji_name <> '')
  order by user_id`

/** Statuses of active users who have set one, by user id (register, user_status). */
export async function userStatuses(sql: Sql, realm_id: number): Promise<Record<string, UserStatus>> {
  const rows = await sql`
    ${statusWhere(fragment`${inRealm(fragment`user_id`, realm_id)} and user.is_active`)}
  `.all<StatusRow>()
  return Object.fromEntries(rows.map((row) => [String(row.user_id), userStatus(row)]))
}

/** The status of a user, active or not; null if the user never set one. */
export async function statusOf(sql: Sql, user_id: number): Promise<UserStatus | null> {
  const row = await sql`${statusWhere(fragment`user_id = ${user_id}`)}`.first<StatusRow>()
  return row === null ? null : userStatus(row)
}

const userStatus = ({ away, status_text, emoji_name, emoji_code, reaction_type }: StatusRow): UserStatus => ({
  ...(away && { away: true as const }),
  ...(status_text !== '' && { status_text }),
  ...(emoji_name !== '' && { emoji_name, emoji_code, reaction_type }),
})
