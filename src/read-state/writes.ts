import { jsonLists } from '../core/sql/json-lists'
import { fragment, literal, type Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { openEnd } from '../user-messages/spans'
import { addReadBits, bitsOf, isMarked, readPage, wordOf } from './read-marks'
import type { RecentMarks } from './recent-marks'

/** Marks messages as read for users who have received them and not read them. If that is uncertain, use `commitReadMarks`. */
export const markReadFor = (user_ids: readonly number[], message_ids: readonly number[]): Fragment =>
  addReadBits(fragment`
    select reader.value as user_id, ${wordOf(fragment`received.value`)} as word, sum(${bitsOf(fragment`received.value`)}) as bits
    from json_each(${JSON.stringify(user_ids)}) as reader
    cross join json_each(${JSON.stringify(message_ids)}) as received
    group by 1, 2`)

/** Clears marks as unread. */
export const clearUnreadMarks = (marks: readonly Mark[]): Fragment => fragment`
  update message_flag set flags = flags & ~${bit.markedUnread}
  where (user_id, message_id) in (select value ->> 0, value ->> 1 from json_each(${listOf(marks)}))`

/** Gives users a row of messages that they only saw, without marking them as unread. */
export const holdRead = (marks: readonly Mark[]): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select value ->> 0, value ->> 1, ${bit.historical} from json_each(${listOf(marks)})
  where true
  on conflict (user_id, message_id) do update set flags = flags & ~${bit.markedUnread}`

/** A message and its reader. */
interface Mark {
  readonly user_id: number
  readonly id: number
}

const listOf = (marks: readonly Mark[]): string => JSON.stringify(marks.map(({ user_id, id }) => [user_id, id]))

/** Stores the row of recent marks and adds events (`retoldMarks`); with null it loses its events. */
export const keepRecent = (
  realm_id: number,
  words: RecentMarks['words'],
  eventsJson: string | null,
): Fragment => fragment`
  insert into read_recent (realm_id, marks, told) values (${realm_id}, ${JSON.stringify(words)}, ${eventsJson ?? ''})
  on conflict (realm_id) do update
  set marks = excluded.marks, told = ${eventsJson === null ? fragment`''` : fragment`told || excluded.told`}`

/**
 * Stores the events of the row of recent marks in a row of their own, together with further ones; `last` is the id of the last
 * one.
 */
export const storeToldEvents = (realm_id: number, last: number, eventsJson: string): Fragment => fragment`
  insert into read_told (id, told)
  values (${last}, coalesce((select told from read_recent where realm_id = ${realm_id}), '') || ${eventsJson})`

/** Stores whole pages: a JSON list of user, number, and the JSON of its words. */
export const writePages = (pages: string): Fragment => fragment`
  insert into read_page (user_id, page, words)
  select value ->> 0, value ->> 1, value ->> 2 from json_each(${pages})
  where true
  on conflict (user_id, page) do update set words = excluded.words`

/**
 * Advances read watermarks to the first unread message, so that finding unread messages stays cheap. A place is the JSON of a
 * user and a stream or conversation. Skips places without later messages.
 */
export function advanceReadWatermarks(places: readonly string[], next_message_id: number): Fragment[] {
  if (places.length === 0) return []
  const watermarkOf = (place: Fragment, recipient_id: Fragment): Fragment => fragment`
    select place.user_id, ${recipient_id} as recipient_id, coalesce((
      select message.id from message left join ${readPage(fragment`place.user_id`, fragment`message.id`)}
      where message.recipient_id = ${recipient_id} and message.id >= place.unread_from
        and message.sender_id <> place.user_id and not message.is_quiet
        and not ${isMarked(fragment`place.user_id`, fragment`message.id`, next_message_id)}
      order by message.id
      limit 1
    ), ${next_message_id}) as unread_from
    from json_each(${`[${places.join(',')}]`}) as asked
    cross join ${place} as place on place.user_id = asked.value ->> 0 and ${recipient_id} = asked.value ->> 1
    where exists (select 1 from message where message.recipient_id = ${recipient_id} and message.id >= place.unread_from)`
  return [
    raiseSpans(
      fragment`(${watermarkOf(fragment`subscription_span`, fragment`place.stream_id`)} and place.to_id = ${openEnd})`,
    ),
    raiseMembers(fragment`(${watermarkOf(fragment`conversation_member`, fragment`place.conversation_id`)})`),
  ]
}

/** Raises read watermarks: lists of a user, a stream or conversation, and an id. They never go down. */
export function setReadWatermarks(places: readonly (readonly [number, number, number])[]): Fragment[] {
  return jsonLists(places).flatMap(({ json }) => {
    const found = fragment`(
      select value ->> 0 as user_id, value ->> 1 as recipient_id, value ->> 2 as unread_from from json_each(${json})
    )`
    return [raiseSpans(found), raiseMembers(found)]
  })
}

const raiseSpans = (found: Fragment): Fragment => fragment`
  update subscription_span set unread_from = found.unread_from
  from ${found} as found
  where subscription_span.user_id = found.user_id and subscription_span.stream_id = found.recipient_id
    and subscription_span.to_id = ${openEnd} and subscription_span.unread_from < found.unread_from`

const raiseMembers = (found: Fragment): Fragment => fragment`
  update conversation_member set unread_from = found.unread_from
  from ${found} as found
  where conversation_member.user_id = found.user_id and conversation_member.conversation_id = found.recipient_id
    and conversation_member.unread_from < found.unread_from`

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

/** Marks everything that the user ever received as read. Marks of single messages are no longer needed. */
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
  fragment`delete from read_page where user_id = ${user_id}`,
]
