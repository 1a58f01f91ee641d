import type { Account } from '../accounts/account'
import { fragment, literal, type Fragment, type Sql } from '../core/sql/sql'
import { isVisible } from '../user-messages/visible'
import {
  bitOf,
  byTopic,
  flagged,
  hasBit,
  isOfTopic,
  isReceived,
  isRead,
  messagesOf,
  wordJoin,
  wordOf,
} from '../user-messages/rows'
import { unread } from '../user-messages/ranges'
import { openEnd } from '../user-messages/spans'
import { bit } from '../user-messages/bits'

/** Sets flags of one message for several users. */
export const flagMessages = (user_ids: readonly number[], message_id: number, bits: number): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select value, ${message_id}, ${bits} from json_each(${JSON.stringify(user_ids)})
  where true
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`

/**
 * Marks messages as read for users who have received them and not read them. `markReadWords` is for messages of which
 * that is not certain.
 */
export const markReadFor = (user_ids: readonly number[], message_ids: readonly number[]): Fragment => fragment`
  insert into read_word (user_id, word, bits)
  select reader.value, ${wordOf(fragment`received.value`)}, sum(1 << ${bitOf(fragment`received.value`)})
  from json_each(${JSON.stringify(user_ids)}) as reader
  cross join json_each(${JSON.stringify(message_ids)}) as received
  where true
  group by 1, 2
  on conflict (user_id, word) do update set bits = bits | excluded.bits`

type Reader = Pick<Account, 'id' | 'realm_id' | 'role'>

/** Messages of a JSON list of ids, each once, as one user has them. */
export const messagesListed = (user_id: number, asked: string): Fragment =>
  messagesOf(user_id, {
    from: fragment`(select distinct value as id from json_each(${asked})) as asked cross join message on message.id = asked.id`,
    where: fragment`true`,
  })

/** The listed messages that the reader may see; `asked` is a JSON list of ids. */
const visibleListed = (reader: Reader, asked: string): Fragment => fragment`
  ${messagesListed(reader.id, asked)}
  where ${isVisible(reader)}`

/** Number of the listed messages that the reader may see. */
export const countVisible = (reader: Reader, asked: string): Fragment =>
  fragment`select count(*) as visible from ${visibleListed(reader, asked)}`

/** Whether the reader may see all listed messages. Writes with this condition do nothing otherwise. */
export const allVisible = (reader: Reader, asked: string, amount: number): Fragment =>
  fragment`(${countVisible(reader, asked)}) = ${amount}`

/**
 * Sets or clears a flag of messages. The reader gets a row of each message that they had none of (endpoints, Flags).
 */
export const changeBit = (
  reader: Reader,
  { asked, amount, bits, set }: { asked: string; amount: number; bits: number; set: boolean },
): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select ${reader.id}, message.id, iif(${isReceived}, 0, ${bit.historical}) | ${set ? bits : 0}
  from ${visibleListed(reader, asked)}
    and ${allVisible(reader, asked, amount)}
    and (${set} or ${hasBit(bits)} or not (${isReceived} or message.flags is not null))
  on conflict (user_id, message_id) do update
  set flags = ${set ? fragment`flags | ${bits}` : fragment`flags & ~${bits}`}`

/** Marks messages above the read watermark as read. Messages that were never received count as read already. */
export const markReadWords = (
  reader: Reader,
  { asked, amount }: { asked: string; amount: number },
): Fragment => fragment`
  insert into read_word (user_id, word, bits)
  select ${reader.id}, ${wordOf(fragment`message.id`)}, sum(1 << ${bitOf(fragment`message.id`)})
  from ${messagesListed(reader.id, asked)}
  where message.id >= message.read_watermark and message.sender_id <> ${reader.id} and ${allVisible(reader, asked, amount)}
  group by 2
  on conflict (user_id, word) do update set bits = bits | excluded.bits`

/** Clears marks as unread, and gives the reader a row of each message that they had none of. */
export const clearUnreadMarks = (
  reader: Reader,
  { asked, amount }: { asked: string; amount: number },
): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select ${reader.id}, message.id, ${bit.historical}
  from ${visibleListed(reader, asked)}
    and (${hasBit(bit.markedUnread)} or not (${isReceived} or message.flags is not null))
    and ${allVisible(reader, asked, amount)}
  on conflict (user_id, message_id) do update set flags = flags & ~${bit.markedUnread}`

/**
 * Advances the read watermark to the first message that stays unread when the listed ones are read, so that finding
 * unread messages stays cheap. Only in the stream or conversation with most of the listed messages: the watermarks of
 * others advance when the user reads there again.
 */
export function advanceReadWatermarks(
  reader: Reader,
  { asked, amount, next_message_id }: { asked: string; amount: number; next_message_id: number },
): Fragment[] {
  const busiest = fragment`(
    select recipient_id from json_each(${asked}) as asked cross join message on message.id = asked.value
    group by recipient_id
    order by count(*) desc
    limit 1
  )`
  const firstUnread = (recipient_id: Fragment): Fragment => fragment`(
    select message.id from message
    left join read_word as word on word.user_id = ${reader.id} and word.word = ${wordOf(fragment`message.id`)}
    where message.recipient_id = ${recipient_id} and message.id >= unread_from
      and message.sender_id <> ${reader.id} and not message.is_quiet
      and not coalesce(word.bits, 0) >> ${bitOf(fragment`message.id`)} & 1
      and message.id not in (select value from json_each(${asked}))
    order by message.id
    limit 1
  )`
  const watermark = (recipient_id: Fragment) => fragment`coalesce(${firstUnread(recipient_id)}, ${next_message_id})`
  return [
    fragment`
      update subscription_span set unread_from = ${watermark(fragment`stream_id`)}
      where user_id = ${reader.id} and stream_id = ${busiest} and to_id = ${openEnd}
        and unread_from < ${watermark(fragment`stream_id`)} and ${allVisible(reader, asked, amount)}`,
    fragment`
      update conversation_member set unread_from = ${watermark(fragment`conversation_id`)}
      where user_id = ${reader.id} and conversation_id = ${busiest}
        and unread_from < ${watermark(fragment`conversation_id`)} and ${allVisible(reader, asked, amount)}`,
  ]
}

/** Marks everything as read that the user received in a stream. */
export const markStreamRead = (user_id: number, stream_id: number, next_message_id: number): Fragment[] => [
  fragment`
    update subscription_span set unread_from = ${next_message_id}
    where user_id = ${user_id} and stream_id = ${stream_id} and to_id = ${openEnd} and unread_from < ${next_message_id}`,
  fragment`
    update message_flag set flags = flags & ~${bit.markedUnread}
    where user_id = ${user_id} and flags & ${literal(bit.markedUnread)}
      and (select recipient_id from message where message.id = message_id) = ${stream_id}`,
]

/** Marks everything as read that the user ever received. Marks of single messages are no longer needed. */
export const markAllRead = (user_id: number, next_message_id: number): Fragment[] => [
  fragment`
    update subscription_span set unread_from = ${next_message_id}
    where user_id = ${user_id} and to_id = ${openEnd}
      and exists (select 1 from message where recipient_id = stream_id and message.id >= unread_from)`,
  fragment`
    update conversation_member set unread_from = ${next_message_id}
    where user_id = ${user_id}
      and exists (select 1 from message where recipient_id = conversation_id and message.id >= unread_from)`,
  fragment`update message_flag set flags = flags & ~${bit.markedUnread} where user_id = ${user_id} and flags & ${literal(bit.markedUnread)}`,
  fragment`delete from read_word where user_id = ${user_id}`,
]

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
    select message.id from ${aboveWatermark} ${wordJoin(user_id)}
    where not ${isRead(user_id)}
    union
    select message.id from ${marked.from} cross join message on message.id = flagged.message_id
    where ${marked.where} and ${inTopic}
    order by 1
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
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
