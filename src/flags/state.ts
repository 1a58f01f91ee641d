import type { StateOf } from '../events/part'
import type { Sql } from '../core/sql/sql'
import { isFetched } from '../events/queue-options'
import { literal } from '../core/sql/sql'
import { flagged } from '../user-messages/rows'
import { unreadMessages } from '../read-state/unread'

/** Most starred messages in the state: the newest ones (register, `starred_messages`). */
const mostStarred = 10_000

/** Unread messages. Only clients that also get messages can keep them up to date (register, `unread_msgs`). */
export const unreadState: StateOf = async ({ sql, actor, input }) =>
  isFetched(input, 'message') ? { unread_msgs: await unreadMessages(sql, actor) } : {}

export const starredState: StateOf = async ({ sql, actor }) => ({ starred_messages: await starred(sql, actor.id) })

async function starred(sql: Sql, user_id: number): Promise<number[]> {
  const { from, where } = flagged(user_id, 'starred')
  const row = await sql`
    select json_group_array(id order by id) as ids from (
      select flagged.message_id as id from ${from}
      where ${where}
      order by id desc
      limit ${literal(mostStarred)}
    )
  `.first<{ ids: string }>()
  return JSON.parse(row!.ids) as number[]
}
