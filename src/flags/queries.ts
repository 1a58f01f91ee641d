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
import { open } from '../user-messages/spans'
import { bit } from '../user-messages/bits'

/** Sets bits of one message for several people. */
export const flagMessages = (user_ids: readonly number[], message_id: number, bits: number): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select value, ${message_id}, ${bits} from json_each(${JSON.stringify(user_ids)})
  where true
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`

/**
 * Notes messages as read by all of these people, who are known to have received them and not to have read them;
 * `readWords` is for what clients ask.
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

/** Messages of a JSON list of ids, each once. */
export const askedFor = (user_id: number, asked: string): Fragment =>
  messagesOf(user_id, {
    from: fragment`(select distinct value as id from json_each(${asked})) as asked cross join message on message.id = asked.id`,
    where: fragment`true`,
  })

/** The asked messages that the reader may see; `asked` is a JSON list of ids. */
const visibleAmong = (reader: Reader, asked: string): Fragment => fragment`
  ${askedFor(reader.id, asked)}
  where ${isVisible(reader)}`

/** How many of the asked messages the reader may see. */
export const countVisible = (reader: Reader, asked: string): Fragment =>
  fragment`select count(*) as visible from ${visibleAmong(reader, asked)}`

/** Holds when every asked message may be seen; writes that depend on it do nothing otherwise. */
export const allVisible = (reader: Reader, asked: string, amount: number): Fragment =>
  fragment`(${countVisible(reader, asked)}) = ${amount}`

/** Sets or clears a bit of messages, giving the reader a row of those it has none of (endpoints, Flags). */
export const changeBit = (
  reader: Reader,
  { asked, amount, bits, set }: { asked: string; amount: number; bits: number; set: boolean },
): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select ${reader.id}, message.id, iif(${isReceived}, 0, ${bit.historical}) | ${set ? bits : 0}
  from ${visibleAmong(reader, asked)}
    and ${allVisible(reader, asked, amount)}
    and (${set} or ${hasBit(bits)} or not (${isReceived} or message.flags is not null))
  on conflict (user_id, message_id) do update
  set flags = ${set ? fragment`flags | ${bits}` : fragment`flags & ~${bits}`}`

/**
 * Marks messages read that lie above the read watermark, one row for 64 consecutive ones. What was never received is read as it is.
 */
export const markReadWords = (
  reader: Reader,
  { asked, amount }: { asked: string; amount: number },
): Fragment => fragment`
  insert into read_word (user_id, word, bits)
  select ${reader.id}, ${wordOf(fragment`message.id`)}, sum(1 << ${bitOf(fragment`message.id`)})
  from ${askedFor(reader.id, asked)}
  where message.id >= message.read_watermark and message.sender_id <> ${reader.id} and ${allVisible(reader, asked, amount)}
  group by 2
  on conflict (user_id, word) do update set bits = bits | excluded.bits`

/** Undoes a marking as unread, and gives the reader a row of what it never received. */
export const clearUnreadMarks = (
  reader: Reader,
  { asked, amount }: { asked: string; amount: number },
): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select ${reader.id}, message.id, ${bit.historical}
  from ${visibleAmong(reader, asked)}
    and (${hasBit(bit.markedUnread)} or not (${isReceived} or message.flags is not null))
    and ${allVisible(reader, asked, amount)}
  on conflict (user_id, message_id) do update set flags = flags & ~${bit.markedUnread}`

/**
 * Moves the read watermark below which everything is read up to the first message that stays unread when the asked ones are read,
 * so that finding it again stays cheap. Only for the stream or conversation with most of the asked messages; the others
 * follow when they are next read.
 */
export function moveLines(
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
  const line = (recipient_id: Fragment) => fragment`coalesce(${firstUnread(recipient_id)}, ${next_message_id})`
  return [
    fragment`
      update subscription_span set unread_from = ${line(fragment`stream_id`)}
      where user_id = ${reader.id} and stream_id = ${busiest} and to_id = ${open}
        and unread_from < ${line(fragment`stream_id`)} and ${allVisible(reader, asked, amount)}`,
    fragment`
      update conversation_member set unread_from = ${line(fragment`conversation_id`)}
      where user_id = ${reader.id} and conversation_id = ${busiest}
        and unread_from < ${line(fragment`conversation_id`)} and ${allVisible(reader, asked, amount)}`,
  ]
}

/** Marks everything read that the user received in a stream. */
export const markStreamRead = (user_id: number, stream_id: number, next_message_id: number): Fragment[] => [
  fragment`
    update subscription_span set unread_from = ${next_message_id}
    where user_id = ${user_id} and stream_id = ${stream_id} and to_id = ${open} and unread_from < ${next_message_id}`,
  fragment`
    update message_flag set flags = flags & ~${bit.markedUnread}
    where user_id = ${user_id} and flags & ${literal(bit.markedUnread)}
      and (select recipient_id from message where message.id = message_id) = ${stream_id}`,
]

/** Marks everything read that the user ever received. What was noted of single messages is no longer needed. */
export const markAllRead = (user_id: number, next_message_id: number): Fragment[] => [
  fragment`
    update subscription_span set unread_from = ${next_message_id}
    where user_id = ${user_id} and to_id = ${open}
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
  const aboveLine = messagesOf(user_id, {
    from: fragment`
      (${unread(user_id, { recipient_id: stream_id })}) as source
      cross join message ${byTopic} on message.id >= source.low and message.id < source.high`,
    where: inTopic,
  })
  const marked = flagged(user_id, 'markedUnread')
  const rows = await sql`
    select message.id from ${aboveLine} ${wordJoin(user_id)}
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
