import type { Account } from '../auth/account'
import { fragment, type Fragment, type Sql } from '../core/sql'
import { isVisible } from '../messages/access'
import { flagged, frontiers, hasBit, isReceived, isRead, viewerJoins } from '../narrow/rows'
import { open } from '../subscriptions/spans'
import { bit } from './bits'

/** Sets bits of one message for several people. */
export const flagMessages = (user_ids: readonly number[], message_id: number, bits: number): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select value, ${message_id}, ${bits} from json_each(${JSON.stringify(user_ids)})
  where true
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`

type Reader = Pick<Account, 'id' | 'realm_id' | 'role'>

/** The asked messages that the reader may see; `asked` is a JSON list of ids. */
const visibleAmong = (reader: Reader, asked: string): Fragment => fragment`
  json_each(${asked}) as asked
  cross join message on message.id = asked.value
  ${viewerJoins(reader.id, { hasFlag: false })}
  where ${isVisible(reader)}`

/** How many of the asked messages the reader may see. */
export const countVisible = (reader: Reader, asked: string): Fragment =>
  fragment`select count(distinct message.id) as visible from ${visibleAmong(reader, asked)}`

/** Holds when every asked message may be seen; writes that depend on it do nothing otherwise. */
const allVisible = (reader: Reader, asked: string, amount: number): Fragment =>
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
    and (${set} or ${hasBit(bits)} or not (${isReceived} or flag.user_id is not null))
  on conflict (user_id, message_id) do update
  set flags = ${set ? fragment`flags | ${bits}` : fragment`flags & ~${bits}`}`

/** Marks messages read: one row for 32 consecutive ones. */
export const readWords = (reader: Reader, { asked, amount }: { asked: string; amount: number }): Fragment => fragment`
  insert into read_word (user_id, word, bits)
  select ${reader.id}, id >> 5, sum(1 << (id & 31))
  from (select distinct value as id from json_each(${asked}))
  where ${allVisible(reader, asked, amount)}
  group by id >> 5
  on conflict (user_id, word) do update set bits = bits | excluded.bits`

/** Undoes a marking as unread, and gives the reader a row of what it never received. */
export const clearUnreadMarks = (
  reader: Reader,
  { asked, amount }: { asked: string; amount: number },
): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select ${reader.id}, message.id, ${bit.historical}
  from ${visibleAmong(reader, asked)}
    and (${hasBit(bit.markedUnread)} or not (${isReceived} or flag.user_id is not null))
    and ${allVisible(reader, asked, amount)}
  on conflict (user_id, message_id) do update set flags = flags & ~${bit.markedUnread}`

const firstUnreadIn = (user_id: number, recipient_id: Fragment, unread_from: Fragment): Fragment => fragment`(
  select message.id from message
  left join read_word as word on word.user_id = ${user_id} and word.word = message.id >> 5
  where message.recipient_id = ${recipient_id} and message.id >= ${unread_from}
    and message.sender_id <> ${user_id}
    and not coalesce(word.bits, 0) >> (message.id & 31) & 1
  order by message.id
  limit 1
)`

/**
 * Moves the line below which everything is read up to the first unread message, so that finding it again stays cheap.
 * Only for the stream or conversation with most of the messages just read; the others follow when they are next read.
 */
export function moveLines(user_id: number, asked: string, next_message_id: number): Fragment[] {
  const busiest = fragment`(
    select recipient_id from json_each(${asked}) as asked cross join message on message.id = asked.value
    group by recipient_id
    order by count(*) desc
    limit 1
  )`
  const spanLine = fragment`coalesce(
    ${firstUnreadIn(user_id, fragment`subscription_span.stream_id`, fragment`subscription_span.unread_from`)},
    ${next_message_id}
  )`
  const memberLine = fragment`coalesce(
    ${firstUnreadIn(user_id, fragment`conversation_member.conversation_id`, fragment`conversation_member.unread_from`)},
    ${next_message_id}
  )`
  return [
    fragment`
      update subscription_span set unread_from = ${spanLine}
      where user_id = ${user_id} and stream_id = ${busiest} and to_id = ${open} and unread_from < ${spanLine}`,
    fragment`
      update conversation_member set unread_from = ${memberLine}
      where user_id = ${user_id} and conversation_id = ${busiest} and unread_from < ${memberLine}`,
  ]
}

/** Marks everything read that the user received in a stream. */
export const readStream = (user_id: number, stream_id: number, next_message_id: number): Fragment[] => [
  fragment`
    update subscription_span set unread_from = ${next_message_id}
    where user_id = ${user_id} and stream_id = ${stream_id} and to_id = ${open}`,
  fragment`
    update message_flag set flags = flags & ~${bit.markedUnread}
    where user_id = ${user_id} and flags & 128
      and (select recipient_id from message where message.id = message_id) = ${stream_id}`,
]

/** Marks everything read that the user ever received. What was noted of single messages is no longer needed. */
export const readEverything = (user_id: number, next_message_id: number): Fragment[] => [
  fragment`
    update subscription_span set unread_from = ${next_message_id}
    where user_id = ${user_id} and to_id = ${open}
      and exists (select 1 from message where recipient_id = stream_id and message.id >= unread_from)`,
  fragment`
    update conversation_member set unread_from = ${next_message_id}
    where user_id = ${user_id}
      and exists (select 1 from message where recipient_id = conversation_id and message.id >= unread_from)`,
  fragment`update message_flag set flags = flags & ~${bit.markedUnread} where user_id = ${user_id} and flags & 128`,
  fragment`delete from read_word where user_id = ${user_id}`,
]

/** Ids of the user's unread messages of one topic, oldest first. */
export async function unreadOfTopic(
  sql: Sql,
  user_id: number,
  stream_id: number,
  topic_key: string,
): Promise<number[]> {
  const inTopic = fragment`
    message.recipient_id = ${stream_id} and not message.is_private and message.topic_key = ${topic_key}
      and not ${isRead(user_id)}`
  const rows = await sql`
    select message.id
    from ${frontiers(user_id, { recipient_id: stream_id, muted: true })} as frontier
    cross join message on message.id >= frontier.unread_from
    ${viewerJoins(user_id, { hasFlag: false })}
    where ${inTopic}
    union
    select message.id
    from ${flagged(user_id, 'markedUnread')}
    ${viewerJoins(user_id, { hasFlag: true })}
    where ${inTopic}
    order by 1
  `.all<{ id: number }>()
  return rows.map(({ id }) => id)
}

/** Whether the user received any message of the topic. */
export async function hasMessageOfTopic(
  sql: Sql,
  user_id: number,
  stream_id: number,
  topic_key: string,
): Promise<boolean> {
  const row = await sql`
    select 1 as one from message
    ${viewerJoins(user_id, { hasFlag: false })}
    where message.recipient_id = ${stream_id} and not message.is_private and message.topic_key = ${topic_key}
      and (${isReceived} or flag.user_id is not null)
    limit 1
  `.first()
  return row !== null
}
