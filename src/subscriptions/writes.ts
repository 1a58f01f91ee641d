import { fragment, literal, type Fragment } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { endOfSpan, initialReadWatermark, openEnd, reopened } from '../user-messages/spans'
import { type NewSubscription } from './queries'

/**
 * Subscribes users from the next message on; they did not receive older ones. A former subscription keeps its properties and its
 * colour.
 */
export function subscribe(subscriptions: readonly NewSubscription[], next_message_id: number): Fragment[] {
  const rows = JSON.stringify(subscriptions.map(({ user_id, stream_id, color }) => [user_id, stream_id, color]))
  return [
    fragment`
      insert into subscription (user_id, stream_id, active, color)
      select value ->> 0, value ->> 1, 1, value ->> 2 from json_each(${rows})
      where true
      on conflict (user_id, stream_id) do update set active = 1`,
    fragment`
      insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
      select value ->> 0, value ->> 1, ${next_message_id}, ${openEnd}, ${initialReadWatermark(fragment`value ->> 0`, next_message_id)}
      from json_each(${rows})
      where true
      ${reopened}`,
  ]
}

/** How many recent messages of public streams a new user receives, and how many of these are unread (behaviour, New users). */
const newUserHistory = { seconds: 7 * 24 * 3600, messages: 1000, unread: 20 }

/** Subscribes a new user, who also receives some recent messages. The newest of them are unread. */
export function subscribeNewUser(
  subscriptions: readonly NewSubscription[],
  { now, next_message_id }: { now: number; next_message_id: number },
): Fragment[] {
  const rows = JSON.stringify(subscriptions.map(({ stream_id }) => stream_id))
  const { seconds, messages, unread } = newUserHistory
  return [
    ...subscribe(subscriptions, next_message_id),
    fragment`
      with recent as (
        select message.id, recipient_id from message
        where recipient_id in (
          select stream.id from json_each(${rows}) join stream on stream.id = value
          where not invite_only
        ) and sent_at > ${now - seconds}
        order by message.id desc
        limit ${messages}
      )
      update subscription_span
      set from_id = span.from_id, unread_from = max(span.from_id, span.unread_from)
      from (
        select recipient_id, min(id) as from_id, (
          select min(id) from (select id from recent order by id desc limit ${unread})
        ) as unread_from
        from recent
        group by recipient_id
      ) as span
      where user_id = ${subscriptions[0]?.user_id ?? null} and stream_id = span.recipient_id`,
  ]
}

/**
 * Unsubscribes users. They keep the messages that they received, as they are now, and which count as read. `at` is as for
 * `ended`.
 */
export function unsubscribe(
  pairs: readonly { user_id: number; stream_id: number }[],
  { at, next_message_id }: { at: number | null; next_message_id: number },
): Fragment[] {
  if (pairs.length === 0) return []
  const rows = JSON.stringify(pairs.map(({ user_id, stream_id }) => [user_id, stream_id]))
  const named = fragment`(select value ->> 0, value ->> 1 from json_each(${rows}))`
  return [
    fragment`update subscription set active = 0 where (user_id, stream_id) in ${named}`,
    fragment`
      update subscription_span set ${endOfSpan(next_message_id, at)}
      where (user_id, stream_id) in ${named} and to_id = ${openEnd}`,
    fragment`
      update message_flag set flags = flags & ~${bit.markedUnread}
      where flags & ${literal(bit.markedUnread)}
        and user_id in (select value ->> 0 from json_each(${rows}))
        and (user_id, (select recipient_id from message where message.id = message_id)) in ${named}`,
  ]
}
