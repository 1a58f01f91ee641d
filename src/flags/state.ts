import type { StateOf } from '../events/part'
import type { Sql } from '../core/sql/sql'
import { literal } from '../core/sql/sql'
import { flaggedMessages } from '../user-messages/rows'

/** Maximal number of starred messages in the state: the newest ones (register, `starred_messages`). */
const maxStarredMessages = 10_000

export const starredState: StateOf = async ({ sql, actor }) => ({ starred_messages: await starred(sql, actor.id) })

async function starred(sql: Sql, user_id: number): Promise<number[]> {
  const { from, where } = flaggedMessages(user_id, 'starred')
  const row = await sql`
    select json_group_array(id order by id) as ids from (
      select flagged.message_id as id from ${from}
      where ${where}
      order by id desc
      limit ${literal(maxStarredMessages)}
    )
  `.first<{ ids: string }>()
  return JSON.parse(row!.ids) as number[]
}
