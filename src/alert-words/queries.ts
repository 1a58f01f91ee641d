import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'

interface AlertWordRow {
  user_id: number
  word: string
}

const wordsWhere = (condition: Fragment): Fragment => fragment`
  select user_id, word from alert_word
  where ${condition}`

/** Alert words of all users: a new message is searched for all of them at once. */
export async function alertWordsOfRealm(sql: Sql, realm_id: number): Promise<AlertWordRow[]> {
  return sql`${wordsWhere(inRealm(fragment`user_id`, realm_id))}`.all()
}

/** Alert words of one user, sorted. */
export async function alertWordsOf(sql: Sql, user_id: number): Promise<string[]> {
  const rows = await sql`${wordsWhere(fragment`user_id = ${user_id}`)}`.all<AlertWordRow>()
  return rows.map(({ word }) => word).toSorted()
}
