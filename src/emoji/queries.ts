import type { Sql } from '../core/sql/sql'

export interface RealmEmojiRow {
  id: number
  realm_id: number
  name: string
  author_id: number | null
  deactivated: number
  file_name: string
  /** A picture that does not move, if the emoji is animated; else null. */
  still_file_name: string | null
}

/** All custom emoji of the realm, deactivated ones included. */
export async function realmEmoji(sql: Sql, realm_id: number): Promise<RealmEmojiRow[]> {
  return sql`
    select id, realm_id, name, author_id, deactivated, file_name, still_file_name
    from realm_emoji
    where realm_id = ${realm_id}
    order by id
  `.all()
}
