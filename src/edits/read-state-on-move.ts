import { inRealm } from '../core/sql/ids'
import { fragment, literal, type Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { bitOf, wordOf } from '../user-messages/rows'
import type { StreamRow } from '../streams/queries'
import { open } from '../user-messages/spans'
import { roles } from '../accounts/roles'
import { listed } from './queries'

/** Messages that go from one stream to another. */
export interface Migration {
  /** Their ids: as a JSON list, and the first and the last. */
  ids: string
  lowest: number
  highest: number
  from_stream_id: number
  to: StreamRow
}

/**
 * What readers have of messages that go to another stream (behaviour, Editing and moving, Effects). There they are
 * received by those whose span holds their id; for nobody does moving make unread what was not, or read what was
 * unread. To be written before the messages themselves.
 */
export const followReaders = (migration: Migration): Fragment[] => [
  keepUnread(migration),
  keepRead(migration),
  ...cutEndedSpans(migration),
  ...(isProtected(migration.to) ? [admitMembers(migration)] : []),
  dropRows(migration),
  keepHeld(migration),
]

const isProtected = ({ invite_only, history_public_to_subscribers }: StreamRow): boolean =>
  Boolean(invite_only) && !history_public_to_subscribers

/** Subscribers of the new stream with their present span there, as `member` and `here`. */
const members = fragment`
  subscription as member
  cross join subscription_span as here
    on here.user_id = member.user_id and here.stream_id = member.stream_id and here.to_id = ${open}`

const isMember = ({ to }: Migration): Fragment => fragment`member.stream_id = ${to.id} and member.active`

/** Their present span in the old stream, as `there`. */
const spanThere = ({ from_stream_id }: Migration): Fragment => fragment`
  subscription_span as there
    on there.user_id = member.user_id and there.stream_id = ${from_stream_id} and there.to_id = ${open}`

const moved = ({ ids }: Migration): Fragment =>
  fragment`json_each(${ids}) as moved cross join message on message.id = moved.value`

/**
 * Everything below a span's read watermark counts as read. A message that was unread in the old stream may lie below the read watermark of
 * the new one, because that read watermark only tells of what stood there before; so it is marked unread by itself.
 */
const keepUnread = (migration: Migration): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select member.user_id, message.id, ${bit.markedUnread}
  from ${members}
  cross join ${spanThere(migration)}
  cross join ${moved(migration)}
  left join read_word as word on word.user_id = member.user_id and word.word = ${wordOf(fragment`message.id`)}
  where ${isMember(migration)} and message.id >= there.unread_from and message.id < here.unread_from
    and message.sender_id <> member.user_id and not message.is_quiet
    and not coalesce(word.bits, 0) >> ${bitOf(fragment`message.id`)} & 1
  on conflict (user_id, message_id) do update set flags = flags | excluded.flags`

/**
 * The other way round: above the read watermark of the new stream is unread what was never noted as read. What somebody has read
 * in the old stream, or never received there, must be noted.
 */
const keepRead = (migration: Migration): Fragment => fragment`
  insert into read_word (user_id, word, bits)
  select member.user_id, ${wordOf(fragment`message.id`)}, sum(1 << ${bitOf(fragment`message.id`)})
  from ${members}
  left join ${spanThere(migration)}
  cross join ${moved(migration)}
  where ${isMember(migration)} and message.id >= here.unread_from and message.sender_id <> member.user_id
    and (there.user_id is null or message.id < there.unread_from)
  group by 1, 2
  on conflict (user_id, word) do update set bits = bits | excluded.bits`

/** Pieces that one move cuts spans into; those who left a stream do without what lies beyond. */
const mostPieces = 100_000

/**
 * What comes to a stream after somebody left it is nothing that they received there, though their span may hold its id. To
 * whom the stream is closed the span would open it, so it is cut: into the pieces that hold messages of the stream.
 */
const cutEndedSpans = ({ ids, lowest, highest, to }: Migration): Fragment[] => {
  const shutOut = fragment`user as person where ${inRealm(fragment`person.id`, to.realm_id)} and ${isShutOut(to)}`
  const ended = fragment`
    span.stream_id = ${to.id} and span.to_id < ${open} and span.from_id <= ${highest} and span.to_id > ${lowest}`
  const ofMigration = fragment`(
    select value as id, lead(value, 1, ${open}) over (order by value) as next_id from json_each(${ids})
  )`
  return [
    fragment`
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
      select user_id, stream_id, low, high, unread_from
      from (
        select span.user_id, span.stream_id, cut.id + 1 as low, min(cut.next_id, span.to_id) as high, span.unread_from
        from (select person.id from ${shutOut}) as person
        cross join subscription_span as span on span.user_id = person.id and ${ended}
        cross join ${ofMigration} as cut on cut.id >= span.from_id and cut.id < span.to_id
      ) as piece
      where exists (
        select 1 from message
        where message.recipient_id = piece.stream_id and message.id >= piece.low and message.id < piece.high
      )
      limit ${literal(mostPieces)}`,
    fragment`
      update subscription_span as span
      set to_id = (select min(value) from json_each(${ids}) where value >= span.from_id)
      where span.user_id in (select person.id from ${shutOut}) and ${ended}
        and exists (select 1 from json_each(${ids}) where value >= span.from_id and value < span.to_id)`,
  ]
}

/** Where only what was received can be seen, members whose span does not hold a message need a row of it to see it. */
const admitMembers = (migration: Migration): Fragment => fragment`
  insert into message_flag (user_id, message_id, flags)
  select member.user_id, message.id, 0
  from subscription as member
  cross join ${moved(migration)}
  where ${isMember(migration)} and not exists (
    select 1 from subscription_span as span
    where span.user_id = member.user_id and span.stream_id = member.stream_id
      and span.from_id <= message.id and span.to_id > message.id
  )
  on conflict (user_id, message_id) do nothing`

/**
 * A row lets its owner see the message. Those who are not in the new stream lose theirs if they were in the old one, or
 * if they may not look into the new one from outside. The plus keeps the database from seeking each message for each
 * person.
 */
const dropRows = ({ ids, lowest, highest, from_stream_id, to }: Migration): Fragment => fragment`
  delete from message_flag where (user_id, message_id) in (
    select flag.user_id, flag.message_id
    from user as person
    cross join message_flag as flag
      on flag.user_id = person.id and flag.message_id >= ${lowest} and flag.message_id <= ${highest}
    where ${inRealm(fragment`person.id`, to.realm_id)}
      and (${isShutOut(to)} or (${isIn(from_stream_id)} and not ${isIn(to.id)}))
      and +flag.message_id in ${listed(ids)}
  )`

/** Rows that are left, or were made above, are found although no span in the new stream holds their message. */
const keepHeld = ({ ids, lowest, highest, to }: Migration): Fragment => fragment`
  update message_flag set flags = flags | ${bit.historical | bit.delivered}
  where (user_id, message_id) in (
    select flag.user_id, flag.message_id
    from user as person
    cross join message_flag as flag
      on flag.user_id = person.id and flag.message_id >= ${lowest} and flag.message_id <= ${highest}
    where ${inRealm(fragment`person.id`, to.realm_id)} and +flag.message_id in ${listed(ids)}
      and not flag.flags & ${bit.historical}
      and not exists (
        select 1 from subscription_span as span
        where span.user_id = flag.user_id and span.stream_id = ${to.id}
          and span.from_id <= flag.message_id and span.to_id > flag.message_id
      )
  )`

/** Whether `person` is not in a stream, and may not look into it from outside. */
export const isShutOut = ({ id, invite_only, is_web_public }: StreamRow): Fragment => fragment`(
  not ${isIn(id)} and (${invite_only} or (person.role = ${roles.guest} and not ${is_web_public}))
)`

/** Whether `person` is subscribed. */
export const isIn = (stream_id: number): Fragment => fragment`exists (
  select 1 from subscription
  where subscription.user_id = person.id and subscription.stream_id = ${stream_id} and subscription.active
)`
