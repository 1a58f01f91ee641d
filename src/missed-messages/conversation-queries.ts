import { ApiError } from '../core/base/errors'
import { fragment, type Sql } from '../core/sql/sql'
import { htmlOf } from '../messages/stored-html'
import { isMoved } from '../old-texts/mark'
import { withOldHtml, type MovableRow } from '../old-texts/reading'
import { byTopic, isOfTopic, isReceived, messagesOf } from '../user-messages/rows'
import { isMutedBy, type MailedMessage, type UnreadMessage } from './queries'

/**
 * The message before another one in its conversation; null if the person did not receive it or muted who wrote it. It reads only this
 * one, however long the conversation is.
 */
export async function messageBefore(
  sql: Sql,
  user_id: number,
  { id, is_private, recipient_id, topic_key }: UnreadMessage,
): Promise<MailedMessage | null> {
  const place = is_private ? fragment`message.is_private` : isOfTopic(topic_key)
  const source = {
    from: fragment`(
      select message.* from message ${is_private ? fragment`indexed by message_by_recipient` : byTopic}
      where message.recipient_id = ${recipient_id} and ${place} and message.id < ${id}
      order by message.id desc
      limit 1
    ) as message`,
    where: fragment`true`,
  }
  const rows = await sql`
    select message.id, message.sent_at, message.last_edit_at, ${isMoved} as is_moved, ${htmlOf} as rendered_content, sender.full_name as sender_name
    from ${messagesOf(user_id, source)} cross join user as sender on sender.id = message.sender_id
    where ${isReceived} and not ${isMutedBy(user_id)}
  `.all<MailedMessage & MovableRow>()
  // It is only there to remind: the mail goes without it if its text cannot be had.
  const [before = null] = await withOldHtml(sql, rows).catch((error: unknown) => {
    if (error instanceof ApiError) return []
    throw error
  })
  return before
}

/** Some of the other members of a direct conversation. */
export interface Members {
  readonly people: readonly { readonly id: number; readonly full_name: string }[]
  /** How many there are altogether. */
  readonly count: number
}

/** The first of the other members of a direct conversation. */
export async function otherMembers(
  sql: Sql,
  conversation_id: number,
  { user_id, maxPeople }: { user_id: number; maxPeople: number },
): Promise<Members> {
  const rows = await sql`
    select user.id, full_name, count(*) over () as count
    from conversation_member cross join user on user.id = conversation_member.user_id
    where conversation_id = ${conversation_id} and user.id <> ${user_id}
    order by user.id
    limit ${maxPeople}
  `.all<{ id: number; full_name: string; count: number }>()
  return { people: rows, count: rows[0]?.count ?? 0 }
}
