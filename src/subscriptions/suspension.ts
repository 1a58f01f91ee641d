import { fragment, type Fragment } from '../core/sql/sql'
import { endOfSpan, initialReadWatermark, openEnd, reopened } from '../user-messages/spans'

/**
 * Suspends the subscriptions of users who are deactivated: they receive nothing until they are reactivated. Messages that they
 * received count as read, as after unsubscribing.
 */
export function suspendSubscriptions(
  user_ids: readonly number[],
  { now, next_message_id }: { now: number; next_message_id: number },
): Fragment[] {
  const users = fragment`(select value from json_each(${JSON.stringify(user_ids)}))`
  return [
    fragment`update subscription set is_user_active = 0 where user_id in ${users}`,
    fragment`
      update subscription_span set ${endOfSpan(next_message_id, now)}
      where user_id in ${users} and to_id = ${openEnd}`,
  ]
}

/** Resumes the subscriptions of a reactivated user, from the next message on. */
export const resumeSubscriptions = (user_id: number, next_message_id: number): Fragment[] => [
  fragment`update subscription set is_user_active = 1 where user_id = ${user_id}`,
  fragment`
    insert into subscription_span (user_id, stream_id, from_id, to_id, unread_from)
    select user_id, stream_id, ${next_message_id}, ${openEnd}, ${initialReadWatermark(fragment`user_id`, next_message_id)}
    from subscription
    where user_id = ${user_id} and active
    ${reopened}`,
]
