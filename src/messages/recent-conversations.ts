import { z } from 'zod'
import { literal, type Sql } from '../core/sql/sql'
import { idsInOrder, receivedRanges } from '../user-messages/ranges'

/** Number of the newest direct messages whose conversations are listed (register, `recent_private_conversations`). */
const maxMessages = 1000

/** A conversation of yours with one person or several. */
export const recentConversationSchema = z.object({
  /** Id of its newest message. */
  max_message_id: z.int(),
  /** Ids of the others, ascending. Empty for messages to yourself. */
  user_ids: z.array(z.int()),
})

/** Conversations of the newest direct messages that the user sent or received, the newest first. */
export async function recentConversations(
  sql: Sql,
  user_id: number,
): Promise<z.infer<typeof recentConversationSchema>[]> {
  const newest = idsInOrder(receivedRanges(user_id, { onlyPrivate: true }), {
    low: 0,
    high: Number.MAX_SAFE_INTEGER,
    descending: true,
  })
  const rows = await sql`
    select recent.id as max_message_id, conversation.member_key
    from (select * from ${newest} limit ${literal(maxMessages)}) as recent
    cross join conversation on conversation.id = recent.recipient_id
    where recent.is_first
  `.all<{ max_message_id: number; member_key: string }>()
  return rows.map(({ max_message_id, member_key }) => ({
    max_message_id,
    user_ids: member_key
      .split(',')
      .map(Number)
      .filter((id) => id !== user_id),
  }))
}
