import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'

/** A table with rows that only their account sees, and the columns of its key. */
interface PrivateList {
  readonly table: Fragment
  readonly key: Fragment
}

const lists: readonly PrivateList[] = [
  { table: fragment`draft`, key: fragment`id` },
  { table: fragment`alert_word`, key: fragment`user_id, word` },
  { table: fragment`muted_user`, key: fragment`user_id, muted_user_id` },
  { table: fragment`muted_topic`, key: fragment`user_id, stream_id, topic_key` },
  { table: fragment`stream_email_address`, key: fragment`user_id, stream_id` },
  { table: fragment`message_flag`, key: fragment`user_id, message_id` },
  { table: fragment`read_page`, key: fragment`user_id, page` },
  { table: fragment`subscription`, key: fragment`user_id, stream_id` },
  { table: fragment`subscription_span`, key: fragment`user_id, stream_id, from_id` },
]

/** The read watermarks of conversations. Their rows stay, because the others still see who was there. */
const watermarks = (user_id: number): Fragment => fragment`user_id = ${user_id} and unread_from > 0`

/** Whether any of the lists has rows of the account. */
export async function hasPrivateLists(sql: Sql, user_id: number): Promise<boolean> {
  const ofConversations = fragment`exists (select 1 from conversation_member where ${watermarks(user_id)})`
  const any = lists.reduce(
    (others, { table }) => fragment`${others} or exists (select 1 from ${table} where user_id = ${user_id})`,
    ofConversations,
  )
  return (await sql`select ${any} as has_rows`.first<{ has_rows: number }>())!.has_rows === 1
}

/** Deletes so many rows of each list of an account. */
export const deleteFromLists = (user_id: number, maxRowsOfEach: number): Fragment[] => [
  ...lists.map(
    ({ table, key }) => fragment`
      delete from ${table}
      where (${key}) in (select ${key} from ${table} where user_id = ${user_id} limit ${literal(maxRowsOfEach)})`,
  ),
  fragment`
    update conversation_member set unread_from = 0
    where (user_id, conversation_id) in (
      select user_id, conversation_id from conversation_member
      where ${watermarks(user_id)}
      limit ${literal(maxRowsOfEach)}
    )`,
]
