import { inRealm } from '../core/sql/ids'
import { fragment, literal, type Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { addReadBits, bitsOf, isMarked, readPage, wordOf } from '../read-state/read-marks'
import type { StreamRow } from '../streams/queries'
import { openEnd } from '../user-messages/spans'
import { roles } from '../accounts/roles'
import { idsSubquery } from './queries'

/** Messages that move from one stream to another. */
interface StreamMove {
  /** Ids of the messages: a JSON list, and the lowest and the highest one. */
  ids: string
  lowest: number
  highest: number
  from_stream_id: number
  to: StreamRow
}

/**
 * Carries read state and flags along when messages move to another stream (behaviour, Editing and moving, Effects). There, the
 * messages belong to users whose span contains their ids. A move changes nothing from read to unread or back. These writes must
 * come before those of the messages.
 */
export const carryReadState = (move: StreamMove): Fragment[] => [
  keepUnread(move),
  keepRead(move),
  ...cutEndedSpans(move),
  ...(isProtected(move.to) ? [admitMembers(move)] : []),
  dropRows(move),
  markHistorical(move),
]

const isProtected = ({ invite_only, history_public_to_subscribers }: StreamRow): boolean =>
  Boolean(invite_only) && !history_public_to_subscribers

/** Subscribers of the new stream with their current span there, as `member` and `here`. */
const members = fragment`
  subscription as member
  cross join subscription_span as here
    on here.user_id = member.user_id and here.stream_id = member.stream_id and here.to_id = ${openEnd}`

const isMember = ({ to }: StreamMove): Fragment => fragment`member.stream_id = ${to.id} and member.active`

/** The current span of `member` in the old stream, as `there`. */
const joinFormerSpan = ({ from_stream_id }: StreamMove): Fragment => fragment`
  subscription_span as there
    on there.user_id = member.user_id and there.stream_id = ${from_stream_id} and there.to_id = ${openEnd}`

const moved = ({ ids }: StreamMove): Fragment =>
  fragment`json_each(${ids}) as moved cross join message on message.id = moved.value`

/**
 * Marks messages as unread that were unread in the old stream, and would be read in the new one, because they are below its read
 * watermark.
 */
const keepUnread = (move: StreamMove): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select member.user_id, message.id, ${bit.markedUnread}
  from ${members}
  cross join ${joinFormerSpan(move)}
  cross join ${moved(move)}
  left join ${readPage(fragment`member.user_id`, fragment`message.id`)}
  where ${isMember(move)} and message.id >= there.unread_from and message.id < here.unread_from
    and message.sender_id <> member.user_id and not message.is_quiet
    and not ${isMarked(fragment`member.user_id`, fragment`message.id`, move.lowest)}
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`

/**
 * Marks messages as read that would be unread in the new stream, because they are above its read watermark: those that were read
 * in the old stream, or never received there.
 */
const keepRead = (move: StreamMove): Fragment =>
  addReadBits(fragment`
  select member.user_id, ${wordOf(fragment`message.id`)} as word, sum(${bitsOf(fragment`message.id`)}) as bits
  from ${members}
  left join ${joinFormerSpan(move)}
  cross join ${moved(move)}
  where ${isMember(move)} and message.id >= here.unread_from and message.sender_id <> member.user_id
    and (there.user_id is null or message.id < there.unread_from)
  group by 1, 2`)

/** Maximal number of pieces into which a move splits spans. Former subscribers lose access to what is beyond. */
const maxPieces = 100_000

/**
 * Splits spans of former subscribers around the ids of the messages. Otherwise such a span could contain the id of a message that
 * is moved in later, and reveal it. For users who may not read the stream, only the pieces with its own messages stay.
 */
const cutEndedSpans = ({ ids, lowest, highest, to }: StreamMove): Fragment[] => {
  const shutOut = fragment`user as person where ${inRealm(fragment`person.id`, to.realm_id)} and ${isShutOut(to)}`
  const ended = fragment`
    span.stream_id = ${to.id} and span.to_id < ${openEnd} and span.from_id <= ${highest} and span.to_id > ${lowest}`
  const movedIds = fragment`(
    select value as id, lead(value, 1, ${openEnd}) over (order by value) as next_id from json_each(${ids})
  )`
  return [
    fragment`
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from, ended_at, ended_name)
      select user_id, stream_id, low, high, unread_from, ended_at, ended_name
      from (
        select span.user_id, span.stream_id, cut.id + 1 as low, min(cut.next_id, span.to_id) as high, span.unread_from,
          span.ended_at, span.ended_name
        from (select person.id from ${shutOut}) as person
        cross join subscription_span as span on span.user_id = person.id and ${ended}
        cross join ${movedIds} as cut on cut.id >= span.from_id and cut.id < span.to_id
      ) as piece
      where exists (
        select 1 from message
        where message.recipient_id = piece.stream_id and message.id >= piece.low and message.id < piece.high
      )
      limit ${literal(maxPieces)}`,
    fragment`
      update subscription_span as span
      set to_id = (select min(value) from json_each(${ids}) where value >= span.from_id)
      where span.user_id in (select person.id from ${shutOut}) and ${ended}
        and exists (select 1 from json_each(${ids}) where value >= span.from_id and value < span.to_id)`,
  ]
}

/**
 * Gives members a row of each message outside of their span: in a stream with protected history, they could not see it otherwise.
 */
const admitMembers = (move: StreamMove): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select member.user_id, message.id, 0
  from subscription as member
  cross join ${moved(move)}
  where ${isMember(move)} and not exists (
    select 1 from subscription_span as span
    where span.user_id = member.user_id and span.stream_id = member.stream_id
      and span.from_id <= message.id and span.to_id > message.id
  )
  on conflict (user_id, message_id) do nothing`

/**
 * Deletes rows of the messages, because they would let users see them. Users outside of the new stream lose their rows if they
 * were in the old one, or if they may not read the new one without a subscription. The plus keeps SQLite from searching for each
 * message of each user.
 */
const dropRows = ({ ids, lowest, highest, from_stream_id, to }: StreamMove): Fragment => fragment`
  delete from message_flag where (user_id, message_id) in (
    select flag.user_id, flag.message_id
    from user as person
    cross join message_flag as flag
      on flag.user_id = person.id and flag.message_id >= ${lowest} and flag.message_id <= ${highest}
    where ${inRealm(fragment`person.id`, to.realm_id)}
      and (${isShutOut(to)} or (${isIn(from_stream_id)} and not ${isIn(to.id)}))
      and +flag.message_id in ${idsSubquery(ids)}
  )`

/** Marks rows whose message is in no span of the new stream, so that the index of such rows finds them. */
const markHistorical = ({ ids, lowest, highest, to }: StreamMove): Fragment => fragment`
  update message_flag set flags = flags | ${bit.historical | bit.delivered}
  where (user_id, message_id) in (
    select flag.user_id, flag.message_id
    from user as person
    cross join message_flag as flag
      on flag.user_id = person.id and flag.message_id >= ${lowest} and flag.message_id <= ${highest}
    where ${inRealm(fragment`person.id`, to.realm_id)} and +flag.message_id in ${idsSubquery(ids)}
      and not flag.flags & ${bit.historical}
      and not exists (
        select 1 from subscription_span as span
        where span.user_id = flag.user_id and span.stream_id = ${to.id}
          and span.from_id <= flag.message_id and span.to_id > flag.message_id
      )
  )`

/** Whether `person` is not subscribed to a stream, and may not read it without a subscription. */
export const isShutOut = ({ id, invite_only, is_web_public }: StreamRow): Fragment => fragment`(
  not ${isIn(id)} and (${invite_only} or (person.role = ${roles.guest} and not ${is_web_public}))
)`

/** Whether `person` is subscribed. */
export const isIn = (stream_id: number): Fragment => fragment`exists (
  select 1 from subscription
  where subscription.user_id = person.id and subscription.stream_id = ${stream_id} and subscription.active
)`
