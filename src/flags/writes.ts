import { fragment, literal, type Fragment } from '../core/sql/sql'
import { bitOf, hasBit, isReceived, wordOf } from '../user-messages/rows'
import { openEnd } from '../user-messages/spans'
import { bit } from '../user-messages/bits'
import { type Reader, visibleListed, allVisible, messagesListed } from './queries'

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
