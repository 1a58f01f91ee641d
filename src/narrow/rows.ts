import { bit } from '../flags/bits'
import { fragment, type Fragment } from '../core/sql'
import { open } from '../subscriptions/spans'

/**
 * Messages as one viewer has them, for the conditions of a narrow: `message` with two further columns, `line`, below
 * which everything of its stream or conversation is read (null: not received), and `flags` (null: none ever set).
 *
 * The limit that is none keeps the database from merging this into the query round it, where it would look up the line
 * once for every mention of it; rows keep the order they are given here.
 */
export const messagesOf = (
  user_id: number,
  { from, flags = null, where, orderBy = fragment`` }: Source & { where: Fragment; orderBy?: Fragment },
): Fragment => fragment`(
  select message.*, ${lineOf(user_id)} as line, ${flags ?? fragment`flag.flags`} as flags
  from ${from} ${flags === null ? flagJoin(user_id) : fragment``}
  where ${where}
  ${orderBy}
  limit -1
) as message`

/** Where messages are found, as `message`; and their flags, if these come along. */
export interface Source {
  from: Fragment
  flags?: Fragment | null | undefined
}

const flagJoin = (user_id: number): Fragment => fragment`
  left join message_flag as flag on flag.user_id = ${user_id} and flag.message_id = message.id`

/** Joins `word`, which tells of messages above the line whether they are read. */
export const wordJoin = (user_id: number): Fragment => fragment`
  left join read_word as word
    on word.user_id = ${user_id} and word.word = iif(message.id >= message.line, ${wordOf(fragment`message.id`)}, null)`

/** Spans of a person and stream do not overlap, so only the last that begins in time can hold the message. */
const lineOf = (user_id: number): Fragment => fragment`
  case
    when message.is_private then (
      select unread_from from conversation_member
      where user_id = ${user_id} and conversation_id = message.recipient_id
    )
    else (
      select iif(message.id < to_id, unread_from, null) from subscription_span
      where user_id = ${user_id} and stream_id = message.recipient_id and from_id <= message.id
      order by from_id desc
      limit 1
    )
  end`

/** Where in `read_word` a message is noted: 64 to a row. */
export const wordOf = (id: Fragment): Fragment => fragment`${id} >> 6`
export const bitOf = (id: Fragment): Fragment => fragment`(${id} & 63)`

export const isReceived = fragment`message.line is not null`

/** Received, or touched before (behaviour, History and rows). */
export const hasRow = fragment`(message.line is not null or message.flags is not null)`

export const hasBit = (bits: number): Fragment => fragment`coalesce(message.flags, 0) & ${bits}`

/** Own messages are read, and so are quiet ones and what lies below the line, unless it was marked unread again. */
export const isRead = (user_id: number): Fragment => fragment`
  case
    when ${hasBit(bit.markedUnread)} then 0
    when message.sender_id = ${user_id} or message.is_quiet or message.line is null or message.id < message.line then 1
    else coalesce(word.bits, 0) >> ${bitOf(fragment`message.id`)} & 1
  end`

/** Messages from `low` up to, but not including, `high`; the search begins at one end. */
export interface Stretch {
  low: number
  high: number
  descending: boolean
}

/** Holds in the stretch, as far as it lies above a floor. */
export const within = (id: Fragment, { low, high }: Stretch, floor = fragment`0`): Fragment =>
  fragment`${id} >= max(${low}, ${floor}) and ${id} < ${high}`

export const direction = ({ descending }: Stretch): Fragment => (descending ? fragment`desc` : fragment`asc`)

/** Rows of messages on which the viewer has a bit, found through its partial index. */
export const flagged = (user_id: number, which: keyof typeof indexed): Source & { where: Fragment } => {
  const [index, holds] = indexed[which]
  return {
    from: fragment`message_flag as flagged indexed by ${index}`,
    flags: fragment`flagged.flags`,
    where: fragment`flagged.user_id = ${user_id} and ${holds}`,
  }
}

/** Literal, because a partial index is not used for a bound value. */
const indexed = {
  starred: [fragment`starred_message`, fragment`flagged.flags & 2`],
  mentioned: [fragment`mentioning_message`, fragment`flagged.flags & 8`],
  historical: [fragment`historical_message`, fragment`flagged.flags & 64`],
  markedUnread: [fragment`message_marked_unread`, fragment`flagged.flags & 128`],
} as const

/** Messages that mention the viewer, or everybody: both indexes at once, each message from one of them. */
export const mentions = (user_id: number, stretch: Stretch): Source => {
  const personal = flagged(user_id, 'mentioned')
  const noted = fragment`message_flag as noted where noted.user_id = ${user_id} and noted.message_id = message.id`
  return {
    from: fragment`(
      select flagged.message_id as id, flagged.flags
      from ${personal.from}
      where ${personal.where} and ${within(fragment`flagged.message_id`, stretch)}
      union all
      select message.id, null
      from message indexed by message_with_wildcard
      where message.wildcard_mentioned and ${within(fragment`message.id`, stretch)}
        and not exists (select 1 from ${noted} and noted.flags & ${bit.mentioned})
      order by 1 ${direction(stretch)}
      limit -1
    ) as mention cross join message on message.id = mention.id`,
    flags: fragment`coalesce(mention.flags, (select noted.flags from ${noted}))`,
  }
}

/** What somebody received, as stretches of streams and conversations: (recipient_id, low, high, line). */
export type Sources = Fragment

interface Restriction {
  /** Only this stream or conversation. */
  recipient_id?: number | null
  /** Only conversations. */
  onlyPrivate?: boolean
}

const isOnly = (column: Fragment, recipient_id: number | null | undefined): Fragment =>
  recipient_id === null || recipient_id === undefined ? fragment`true` : fragment`${column} = ${recipient_id}`

/** Everything the viewer ever received. */
export const received = (user_id: number, { recipient_id, onlyPrivate = false }: Restriction): Sources => fragment`
  select stream_id as recipient_id, from_id as low, to_id as high, unread_from as line
  from subscription_span
  where ${!onlyPrivate} and user_id = ${user_id} and ${isOnly(fragment`stream_id`, recipient_id)}
  union all
  select conversation_id, 0, ${open}, unread_from
  from conversation_member
  where user_id = ${user_id} and ${isOnly(fragment`conversation_id`, recipient_id)}`

/** Of that, what lies above the lines. Streams that were left are read. */
export const unread = (
  user_id: number,
  { recipient_id, onlyPrivate = false, onlyAudible = false }: Restriction & { onlyAudible?: boolean },
): Sources => fragment`
  select stream_id as recipient_id, unread_from as low, to_id as high, unread_from as line
  from subscription_span
  where ${!onlyPrivate} and user_id = ${user_id} and to_id = ${open} and ${isOnly(fragment`stream_id`, recipient_id)}
    and not (${onlyAudible} and ${isMuted(user_id, fragment`subscription_span.stream_id`)})
  union all
  select conversation_id, unread_from, ${open}, unread_from
  from conversation_member
  where user_id = ${user_id} and ${isOnly(fragment`conversation_id`, recipient_id)}`

/**
 * The id below which the viewer received nothing. It spares those who came late the search through all that others
 * wrote before.
 */
export const firstReceived = (user_id: number): Fragment => fragment`(
  select min(id) from (
    select from_id as id from subscription_span where user_id = ${user_id}
    union all
    select (select min(message.id) from message where message.recipient_id = conversation_id)
    from conversation_member
    where user_id = ${user_id}
  )
)`

export const isMuted = (user_id: number, stream_id: Fragment): Fragment => fragment`
  exists (
    select 1 from subscription as own
    where own.user_id = ${user_id} and own.stream_id = ${stream_id} and own.active and own.is_muted
  )`

export const isOfMutedTopic = (user_id: number): Fragment => fragment`
  exists (
    select 1 from muted_topic
    where muted_topic.user_id = ${user_id} and muted_topic.stream_id = message.recipient_id
      and muted_topic.topic_key = message.topic_key
  )`

/**
 * Messages of several sources in order of id, as `messagesOf` has them, without reading more than are taken: one
 * candidate of each source waits in the queue of the recursion, which gives out the first of them (its `order by`) and
 * takes in its successor. Rows come in that order; another `order by` round this would read them all.
 */
export const merged = (user_id: number, sources: Sources, stretch: Stretch, topic_key: string | null): Fragment => {
  const { low, high, descending } = stretch
  const next = (from: Fragment, to: Fragment) => fragment`(
    select message.id
    from message ${topic_key === null ? fragment`` : byTopic}
    where message.recipient_id = source.recipient_id and message.id >= ${from} and message.id < ${to}
      and ${topic_key === null ? fragment`true` : isOfTopic(topic_key)}
    order by message.id ${direction(stretch)}
    limit 1
  )`
  const successor = descending
    ? next(fragment`source.low`, fragment`source.id`)
    : next(fragment`source.id + 1`, fragment`source.high`)
  return fragment`(
    with recursive candidate (id, recipient_id, low, high, line) as (
      select ${next(fragment`max(source.low, ${low})`, fragment`min(source.high, ${high})`)},
        recipient_id, max(low, ${low}), min(high, ${high}), line
      from (${sources}) as source
      union all
      select ${successor}, recipient_id, low, high, line
      from candidate as source
      where id is not null
      order by 1 ${direction(stretch)}
    )
    select message.*, candidate.line, flag.flags
    from candidate cross join message on message.id = candidate.id ${flagJoin(user_id)}
  ) as message`
}

/** Makes the database choose this index, which it undervalues; the conditions below must stand in the query too. */
export const byTopic = fragment`indexed by message_by_topic`

export const isOfTopic = (topic_key: string): Fragment =>
  fragment`(not message.is_private and message.topic_key = ${topic_key})`
