import { inRealm } from '../core/sql/ids'
import { fragment, type Fragment } from '../core/sql/sql'
import { openEnd } from './spans'
import { isOfResolvedTopic } from './resolved-topics'
import {
  byTopic,
  direction,
  flaggedMessages,
  flagJoin,
  isMuted,
  isOfTopic,
  readWatermarkOf,
  type IdRange,
} from './rows'

/** Ranges of ids of streams and conversations: (recipient_id, low, high, read_watermark). */
export type Ranges = Fragment

/** Restricts the viewer's streams and conversations. */
interface Restriction {
  /** Only this stream or conversation. */
  recipient_id?: number | null
  /** Only conversations. */
  onlyPrivate?: boolean
  /** Only conversations with these ids. */
  onlyAmong?: Fragment | null
  /** No muted streams. */
  onlyAudible?: boolean
}

const isRecipient = (column: Fragment, recipient_id: number | null | undefined): Fragment =>
  recipient_id === null || recipient_id === undefined ? fragment`true` : fragment`${column} = ${recipient_id}`

const ofStreams = (
  user_id: number,
  { recipient_id, onlyPrivate = false, onlyAmong = null, onlyAudible = false }: Restriction,
): Fragment => fragment`
  ${!onlyPrivate && onlyAmong === null} and user_id = ${user_id} and ${isRecipient(fragment`stream_id`, recipient_id)}
    and not (${onlyAudible} and ${isMuted(user_id, fragment`subscription_span.stream_id`)})`

const ofConversations = (user_id: number, { recipient_id, onlyAmong = null }: Restriction): Fragment => fragment`
  user_id = ${user_id} and ${isRecipient(fragment`conversation_id`, recipient_id)}
    and ${onlyAmong === null ? fragment`true` : fragment`conversation_id in ${onlyAmong}`}`

/** Ranges of everything that the viewer has ever received. */
export const receivedRanges = (user_id: number, restriction: Restriction): Ranges => fragment`
  select stream_id as recipient_id, from_id as low, to_id as high, unread_from as read_watermark
  from subscription_span
  where ${ofStreams(user_id, restriction)}
  union all
  select conversation_id, 0, ${openEnd}, unread_from
  from conversation_member
  where ${ofConversations(user_id, restriction)}`

/** Ranges above the viewer's read watermarks. Streams that the viewer left are read. */
export const unread = (user_id: number, restriction: Restriction): Ranges => fragment`
  select stream_id as recipient_id, unread_from as low, to_id as high, unread_from as read_watermark
  from subscription_span
  where to_id = ${openEnd} and ${ofStreams(user_id, restriction)}
  union all
  select conversation_id, unread_from, ${openEnd}, unread_from
  from conversation_member
  where ${ofConversations(user_id, restriction)}`

/** Ranges of everything that was ever sent to public streams of the realm. */
export const publicHistory = (realm_id: number): Ranges => fragment`
  select id as recipient_id, 0 as low, ${openEnd} as high, null as read_watermark
  from stream
  where ${inRealm(fragment`id`, realm_id)} and not invite_only and not deactivated`

/**
 * Lowest id of a message in the ranges, or with the flag. Beginning a search there skips what was written before a new user
 * joined.
 */
export const lowestId = (
  user_id: number,
  ranges: Ranges,
  which: Parameters<typeof flaggedMessages>[1] | null,
): Fragment => {
  const noted = which === null ? null : flaggedMessages(user_id, which)
  return fragment`(
    select min(id) from (
      select (
        select min(message.id) from message
        where message.recipient_id = source.recipient_id and message.id >= source.low and message.id < source.high
      ) as id
      from (${ranges}) as source
      ${
        noted === null
          ? fragment``
          : fragment`union all select (select min(flagged.message_id) from ${noted.from} where ${noted.where})`
      }
    )
  )`
}

/** An index with a recipient's messages of some kind in order of id. */
export interface MessageIndex {
  index: Fragment
  condition: Fragment
}

/** Indexes by their contents. SQLite only uses one if the query has its condition exactly as in `schema.sql`. */
export const messageIndexes = {
  any: { index: fragment``, condition: fragment`true` },
  topic: (topic_key: string): MessageIndex => ({ index: byTopic, condition: isOfTopic(topic_key) }),
  link: { index: fragment`indexed by message_with_link`, condition: fragment`message.has_link` },
  resolved: { index: fragment`indexed by message_of_resolved_topic`, condition: isOfResolvedTopic },
}

/**
 * Begins a query with `candidate`: messages of several ranges in order of id, reading only as many as are taken. The queue of the
 * recursion contains one candidate per range. It returns the first of them (its `order by`) and adds the next one of the same
 * range, which has no id at the end of the range. Rows come in this order; an `order by` around the query would read all of them.
 */
const candidatesIn = (ranges: Ranges, range: IdRange, { index, condition }: MessageIndex): Fragment => {
  const { low, high, descending } = range
  const next = (from: Fragment, to: Fragment) => fragment`(
    select message.id
    from message ${index}
    where message.recipient_id = source.recipient_id and message.id >= ${from} and message.id < ${to} and ${condition}
    order by message.id ${direction(range)}
    limit 1
  )`
  const successor = descending
    ? next(fragment`source.low`, fragment`source.id`)
    : next(fragment`source.id + 1`, fragment`source.high`)
  return fragment`
    with recursive candidate (id, recipient_id, low, high, read_watermark, is_first) as (
      select ${next(fragment`max(source.low, ${low})`, fragment`min(source.high, ${high})`)},
        recipient_id, max(low, ${low}), min(high, ${high}), read_watermark, true
      from (${ranges}) as source
      union all
      select ${successor}, recipient_id, low, high, read_watermark, false
      from candidate as source
      where id is not null
      order by 1 ${direction(range)}
    )`
}

/** Ids of messages in several ranges, in order. `is_first` is true for the first message of its range. */
export const idsInOrder = (ranges: Ranges, range: IdRange): Fragment => fragment`(
    ${candidatesIn(ranges, range, messageIndexes.any)}
    select id, recipient_id, is_first from candidate where id is not null
  )`

/**
 * All messages of several ranges from one id on and below another, with the columns of `messagesOf`, in no order. Cheaper than
 * `messagesInOrder`.
 */
export const messagesUnordered = (
  user_id: number,
  ranges: Ranges,
  { from, below }: { from: Fragment; below: Fragment },
): Fragment => fragment`(
    select message.*, source.read_watermark, flag.flags
    from (${ranges}) as source
    cross join message
      on message.recipient_id = source.recipient_id and message.id >= max(source.low, ${from})
        and message.id < min(source.high, ${below})
    ${flagJoin(user_id)}
  ) as message`

/**
 * Messages of several ranges in order of id, with the columns of `messagesOf`. Ranges of history have no read watermark, so it is
 * looked up for each message.
 */
export const messagesInOrder = (
  user_id: number,
  ranges: Ranges,
  range: IdRange,
  { messageIndex, isHistory }: { messageIndex: MessageIndex; isHistory: boolean },
): Fragment => fragment`(
    ${candidatesIn(ranges, range, messageIndex)}
    select message.*, ${isHistory ? readWatermarkOf(user_id) : fragment`candidate.read_watermark`} as read_watermark, flag.flags
    from candidate cross join message on message.id = candidate.id ${flagJoin(user_id)}
    ${isHistory ? fragment`limit -1` : fragment``}
  ) as message`
