import { bit } from './bits'
import { fragment, type Fragment } from '../core/sql/sql'
import { isMarked, readPage } from '../read-state/read-marks'

/**
 * Messages as one viewer has them, as `message` with two further columns. `read_watermark`: everything of the same
 * stream or conversation below it is read; null if the message was not received. `flags`: null if none was ever set.
 *
 * `limit -1` is no limit. It keeps SQLite from merging this query into the one round it, where each mention of the read
 * watermark would look it up again. Rows keep the order that they have here.
 */
export const messagesOf = (
  user_id: number,
  { from, flags = null, where, orderBy = fragment`` }: Source & { where: Fragment; orderBy?: Fragment },
): Fragment => fragment`(
  select message.*, ${readWatermarkOf(user_id)} as read_watermark, ${flags ?? fragment`flag.flags`} as flags
  from ${from} ${flags === null ? flagJoin(user_id) : fragment``}
  where ${where}
  ${orderBy}
  limit -1
) as message`

/** Tables that hold the messages, as `message`, and the column of their flags if one of the tables has it. */
interface Source {
  from: Fragment
  flags?: Fragment | null | undefined
}

export const flagJoin = (user_id: number | Fragment): Fragment => fragment`
  left join message_flag as flag on flag.user_id = ${user_id} and flag.message_id = message.id`

/** Joins `page`: marks that say which messages above the read watermark are read. */
export const pageJoin = (user_id: number | Fragment): Fragment => fragment`
  left join ${readPage(user_id, fragment`iif(message.id >= message.read_watermark, message.id, null)`)}`

/**
 * The read watermark of a message. Spans of a user and stream do not overlap, so only the last one that begins before the message
 * can contain it.
 */
export const readWatermarkOf = (user_id: number | Fragment): Fragment => fragment`
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

export const isReceived = fragment`message.read_watermark is not null`

/** Whether the viewer received or touched the message, so that there is a row of it for them (behaviour, History and rows). */
export const hasRow = fragment`(message.read_watermark is not null or message.flags is not null)`

/**
 * Whether the message was delivered to the viewer: received, or sent to a bot that it mentions. Touching it is not
 * enough.
 */
export const isDelivered = fragment`(
  message.read_watermark is not null
  or (message.flags is not null and message.flags & ${bit.historical | bit.delivered} <> ${bit.historical})
)`

export const hasBit = (bits: number): Fragment => fragment`coalesce(message.flags, 0) & ${bits}`

/**
 * Whether the message is read: own and quiet messages, those below the read watermark, and those never received; but not those
 * marked as unread. `neighbour` is the same as for `isMarked`.
 */
export const isRead = (user_id: number | Fragment, neighbour?: number): Fragment => fragment`
  case
    when ${hasBit(bit.markedUnread)} then 0
    when message.sender_id = ${user_id} or message.is_quiet or message.read_watermark is null or message.id < message.read_watermark then 1
    else ${isMarked(user_id, fragment`message.id`, neighbour)}
  end`

/** Ids from `low` up to, but not including, `high`, read from one end. */
export interface IdRange {
  low: number
  high: number
  descending: boolean
}

/** Whether an id is in the range. */
export const isInRange = (id: Fragment, { low, high }: IdRange): Fragment =>
  fragment`${id} >= ${low} and ${id} < ${high}`

export const direction = ({ descending }: IdRange): Fragment => (descending ? fragment`desc` : fragment`asc`)

/** Messages on which the viewer has a flag, found by the partial index of that flag. */
export const flaggedMessages = (user_id: number, which: keyof typeof flagIndexes): Source & { where: Fragment } => {
  const [index, condition] = flagIndexes[which]
  return {
    from: fragment`message_flag as flagged indexed by ${index}`,
    flags: fragment`flagged.flags`,
    where: fragment`flagged.user_id = ${user_id} and ${condition}`,
  }
}

/** As literals, because SQLite does not use a partial index for a bound value. */
const flagIndexes = {
  starred: [fragment`starred_message`, fragment`flagged.flags & 2`],
  mentioned: [fragment`mentioning_message`, fragment`flagged.flags & 8`],
  alerted: [fragment`alerting_message`, fragment`flagged.flags & 32`],
  historical: [fragment`historical_message`, fragment`flagged.flags & 64`],
  markedUnread: [fragment`message_marked_unread`, fragment`flagged.flags & 128`],
} as const

/** Messages that mention the viewer or everybody, from two indexes; each message comes once. */
export const mentions = (user_id: number, range: IdRange): Source => {
  const personal = flaggedMessages(user_id, 'mentioned')
  const noted = fragment`message_flag as noted where noted.user_id = ${user_id} and noted.message_id = message.id`
  return {
    from: fragment`(
      select flagged.message_id as id, flagged.flags
      from ${personal.from}
      where ${personal.where} and ${isInRange(fragment`flagged.message_id`, range)}
      union all
      select message.id, null
      from message indexed by message_with_wildcard
      where message.wildcard_mentioned and ${isInRange(fragment`message.id`, range)}
        and not exists (select 1 from ${noted} and noted.flags & ${bit.mentioned})
      order by 1 ${direction(range)}
      limit -1
    ) as mention cross join message on message.id = mention.id`,
    flags: fragment`coalesce(mention.flags, (select noted.flags from ${noted}))`,
  }
}

export const isMuted = (user_id: number, stream_id: Fragment): Fragment => fragment`
  exists (
    select 1 from subscription as own
    where own.user_id = ${user_id} and own.stream_id = ${stream_id} and own.active and own.is_muted
  )`

export const isOfMutedTopic = (user_id: number | Fragment): Fragment => fragment`
  exists (
    select 1 from muted_topic
    where muted_topic.user_id = ${user_id} and muted_topic.stream_id = message.recipient_id
      and muted_topic.topic_key = message.topic_key
  )`

/** Makes SQLite choose this index, which it undervalues. The query must have the condition `isOfTopic`, too. */
export const byTopic = fragment`indexed by message_by_topic`

export const isOfTopic = (topic_key: string): Fragment =>
  fragment`(not message.is_private and message.topic_key = ${topic_key})`

/** Ids of the group conversations with both the viewer and another user. */
export const groupsWith = (user_id: number, other_id: number): Fragment => fragment`(
  select mine.conversation_id
  from conversation_member as mine
  join conversation_member as theirs on theirs.conversation_id = mine.conversation_id and theirs.user_id = ${other_id}
  where mine.user_id = ${user_id} and (
    select count(*) from conversation_member as member where member.conversation_id = mine.conversation_id
  ) > 2
)`
