import { fragment, type Sql } from '../core/sql/sql'
import { unread } from '../user-messages/ranges'
import { byTopic, flaggedMessages, isOfTopic, isRead, messagesOf, pageJoin } from '../user-messages/rows'

/** Maximal number of unread messages of a topic that are found: the newest ones. Their ids must fit into a row with the event. */
const maxUnreadOfTopic = 50_000

/** Ids of the user's unread messages in one topic, the oldest first. */
export async function unreadOfTopic(
  sql: Sql,
  user_id: number,
  stream_id: number,
  topic_key: string,
): Promise<number[]> {
  const inTopic = fragment`message.recipient_id = ${stream_id} and ${isOfTopic(topic_key)}`
  const aboveWatermark = messagesOf(user_id, {
    from: fragment`
      (${unread(user_id, { recipient_id: stream_id })}) as source
      cross join message ${byTopic} on message.id >= source.low and message.id < source.high`,
    where: inTopic,
  })
  const marked = flaggedMessages(user_id, 'markedUnread')
  const rows = await sql`
    select message.id from ${aboveWatermark} ${pageJoin(user_id)}
    where not ${isRead(user_id)}
    union
    select message.id from ${marked.from} cross join message on message.id = flagged.message_id
    where ${marked.where} and ${inTopic}
    order by 1 desc
    limit ${maxUnreadOfTopic}
  `.all<{ id: number }>()
  return rows.map(({ id }) => id).toReversed()
}

/** Whether the user has any message of the topic. */
export async function hasMessageOfTopic(
  sql: Sql,
  user_id: number,
  stream_id: number,
  topic_key: string,
): Promise<boolean> {
  const touched = flaggedMessages(user_id, 'historical')
  const row = await sql`
    select 1 as one from subscription_span
    where user_id = ${user_id} and stream_id = ${stream_id} and exists (
      select 1 from message ${byTopic}
      where message.recipient_id = ${stream_id} and ${isOfTopic(topic_key)} and id >= from_id and id < to_id
    )
    union all
    select 1 from ${touched.from} cross join message on message.id = flagged.message_id
    where ${touched.where} and message.recipient_id = ${stream_id} and ${isOfTopic(topic_key)}
    limit 1
  `.first()
  return row !== null
}
