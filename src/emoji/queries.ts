import type { Sql } from '../core/sql/sql'

export interface RealmEmojiRow {
  id: number
  realm_id: number
  name: string
  author_id: number | null
  deactivated: number
  file_name: string
  /** The still picture of an animated emoji; null for other emoji. */
  still_file_name: string | null
}

/** All custom emoji of the realm, including deactivated ones. */
export async function realmEmoji(sql: Sql, realm_id: number): Promise<RealmEmojiRow[]> {
  return sql`
    select id, realm_id, name, author_id, deactivated, file_name, still_file_name
    from realm_emoji
    where realm_id = ${realm_id}
    order by id
  `.all()
}
