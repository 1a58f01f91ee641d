import type { Account } from '../accounts/account'
import { fragment, type Fragment, type Sql } from '../core/sql/sql'
import { isVisible } from '../user-messages/visible'
import { byTopic, flagged, isOfTopic, isRead, messagesOf, pageJoin } from '../user-messages/rows'
import { unread } from '../user-messages/ranges'
export type Reader = Pick<Account, 'id' | 'realm_id' | 'role'>

/** Messages of a JSON list of ids, each once, as one user has them. */
export const messagesListed = (user_id: number, asked: string): Fragment =>
  messagesOf(user_id, {
    from: fragment`(select distinct value as id from json_each(${asked})) as asked cross join message on message.id = asked.id`,
    where: fragment`true`,
  })

/** The listed messages that the reader may see; `asked` is a JSON list of ids. */
export const visibleListed = (reader: Reader, asked: string): Fragment => fragment`
  ${messagesListed(reader.id, asked)}
  where ${isVisible(reader)}`

/** Number of the listed messages that the reader may see. */
export const countVisible = (reader: Reader, asked: string): Fragment =>
  fragment`select count(*) as visible from ${visibleListed(reader, asked)}`

/** Whether the reader may see all listed messages. Writes with this condition do nothing otherwise. */
export const allVisible = (reader: Reader, asked: string, amount: number): Fragment =>
  fragment`(${countVisible(reader, asked)}) = ${amount}`

/** Most unread messages of a topic that are found: the newest. Their ids must fit into one row with the event. */
const mostOfTopic = 50_000

/** Ids of the user's unread messages of one topic, oldest first. */
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
  const marked = flagged(user_id, 'markedUnread')
  const rows = await sql`
    select message.id from ${aboveWatermark} ${pageJoin(user_id)}
    where not ${isRead(user_id)}
    union
    select message.id from ${marked.from} cross join message on message.id = flagged.message_id
    where ${marked.where} and ${inTopic}
    order by 1 desc
    limit ${mostOfTopic}
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
  const touched = flagged(user_id, 'historical')
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
