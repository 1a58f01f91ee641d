import { bit } from '../flags/bits'
import { fragment, type Fragment } from '../core/sql'
import { open } from '../subscriptions/spans'

/**
 * What the conditions of a narrow speak of: `message`, and what one viewer has to do with it, each null where there is
 * nothing: `word` (read_word), `flag` (message_flag), `span` (subscription_span), `member` (conversation_member).
 */
export const viewerJoins = (user_id: number, { hasFlag }: { hasFlag: boolean }): Fragment => fragment`
  left join read_word as word on word.user_id = ${user_id} and word.word = message.id >> 5
  ${hasFlag ? fragment`` : fragment`left join message_flag as flag on flag.user_id = ${user_id} and flag.message_id = message.id`}
  left join subscription_span as span
    on span.user_id = ${user_id} and span.stream_id = message.recipient_id
    and span.from_id <= message.id and message.id < span.to_id
  left join conversation_member as member
    on member.user_id = ${user_id} and member.conversation_id = message.recipient_id`

export const isReceived = fragment`(span.user_id is not null or member.user_id is not null)`

/** Received, or touched before (behaviour, History and rows). */
export const hasRow = fragment`(${isReceived} or flag.user_id is not null)`

export const hasBit = (bits: number): Fragment => fragment`coalesce(flag.flags, 0) & ${bits}`

/** Own messages are read, and so is what lies below the line, unless it was marked unread again. */
export const isRead = (user_id: number): Fragment => fragment`
  case
    when ${hasBit(bit.markedUnread)} then 0
    when message.sender_id = ${user_id} or not ${isReceived} then 1
    when message.id < coalesce(span.unread_from, member.unread_from) then 1
    else coalesce(word.bits, 0) >> (message.id & 31) & 1
  end`

/**
 * The viewer's recipients, each with the line below which everything is read: subscribed streams (all, one, or those
 * that are not muted) and conversations.
 */
export const frontiers = (
  user_id: number,
  { recipient_id, muted }: { recipient_id: number | null; muted: boolean },
): Fragment => {
  const only = (column: Fragment) => (recipient_id === null ? fragment`true` : fragment`${column} = ${recipient_id}`)
  const audible = fragment`exists (
    select 1 from subscription
    where subscription.user_id = ${user_id} and subscription.stream_id = subscription_span.stream_id and not is_muted
  )`
  return fragment`(
    select stream_id as recipient_id, unread_from from subscription_span
    where user_id = ${user_id} and to_id = ${open} and ${only(fragment`stream_id`)} and (${muted} or ${audible})
    union all
    select conversation_id, unread_from from conversation_member
    where user_id = ${user_id} and ${only(fragment`conversation_id`)}
  )`
}

/** Messages on which the viewer has one of these bits, found through a partial index; yields `flag` and `message`. */
export const flagged = (user_id: number, which: keyof typeof indexed): Fragment => fragment`
  message_flag as flag cross join message
    on flag.user_id = ${user_id} and ${indexed[which]} and message.id = flag.message_id`

/** Literal, because a partial index is not used for a bound value. */
const indexed = {
  starred: fragment`flag.flags & 2`,
  mentioned: fragment`flag.flags & 8`,
  markedUnread: fragment`flag.flags & 128`,
}
