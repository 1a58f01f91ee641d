import { beforeFirstId } from '../../core/sql/ids'
import { fragment, literal } from '../../core/sql/sql'
import type { Records } from '../../archive/records'
import { openEnd } from '../../user-messages/spans'
import type { ExportItem } from '../chapter'
import { isPersonal, isPresent } from './scope'
import { chapterOf, idIn, lastOf, type FullSource } from './source'

interface SubscriptionRow {
  user_id: number
  stream_id: number
  /** Null, like all columns of the subscription, if the user was never subscribed and has only a span. */
  active: number | null
  color: string | null
  is_muted: number | null
  pin_to_top: number | null
  desktop_notifications: number | null
  audible_notifications: number | null
  push_notifications: number | null
  email_notifications: number | null
  wildcard_mentions_notify: number | null
  role: number | null
  is_personal: number
  /** JSON: lists of [from, to, unread_from, ended_at, ended_name], oldest first. */
  spans: string
}

/** Role of a subscriber who administers nothing. */
const ordinaryRole = 50

/** Spans of one subscription: later ones matter more. */
const maxSpans = 1000

/** Who is or was subscribed to which stream. What people set for themselves is only there if their personal data is. */
export const subscriptions = chapterOf<SubscriptionRow>(
  'subscriptions',
  500,
  (source, [user = beforeFirstId(source.realm_id), stream = 0], limit) => {
    const isAfter = fragment`
      (user_id, stream_id) > (${user}, ${stream}) and user_id <= ${lastOf(source, 'user')}
      and stream_id <= ${lastOf(source, 'recipient')} and ${isPresent(source.scope, fragment`stream_id`)}`
    return source.sql`
      select
        place.user_id, place.stream_id, active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
        push_notifications, email_notifications, wildcard_mentions_notify, role,
        ${isPersonal(source.scope, fragment`place.user_id`)} as is_personal, (
          select json_group_array(json_array(from_id, to_id, unread_from, ended_at, ended_name))
          from subscription_span as span
          where span.user_id = place.user_id and span.stream_id = place.stream_id
        ) as spans
      from (
        select user_id, stream_id from subscription where ${isAfter}
        union
        select user_id, stream_id from subscription_span where ${isAfter}
        order by user_id, stream_id
        limit ${literal(limit)}
      ) as place
      left join subscription on subscription.user_id = place.user_id and subscription.stream_id = place.stream_id
      order by place.user_id, place.stream_id
    `.all<SubscriptionRow>()
  },
  subscriptionItem,
)

function subscriptionItem(row: SubscriptionRow, source: FullSource): ExportItem {
  const { user_id, stream_id, color } = row
  const own = Boolean(row.is_personal)
  const notice = (value: number | null): boolean | null => (own && value !== null ? Boolean(value) : null)
  const record: Records['subscriptions'] = {
    user_id: idIn(source, user_id),
    stream_id: idIn(source, stream_id),
    active: Boolean(row.active),
    color: own && color !== null && /^#[\da-f]{6}$/i.test(color) ? color : null,
    is_muted: own && Boolean(row.is_muted),
    pin_to_top: own && Boolean(row.pin_to_top),
    desktop_notifications: notice(row.desktop_notifications),
    audible_notifications: notice(row.audible_notifications),
    push_notifications: notice(row.push_notifications),
    email_notifications: notice(row.email_notifications),
    wildcard_mentions_notify: notice(row.wildcard_mentions_notify),
    role: row.role ?? ordinaryRole,
    spans: spansOf(row, source),
  }
  return { place: [user_id, stream_id], record }
}

function spansOf({ spans, is_personal }: SubscriptionRow, source: FullSource): Records['subscriptions']['spans'] {
  const list = JSON.parse(spans) as [number, number, number, number | null, string | null][]
  return list.slice(-maxSpans).map(([from, to, unread_from, ended_at, ended_name]) => ({
    from: Math.max(1, idIn(source, from)),
    to: to >= openEnd ? null : Math.max(1, idIn(source, to)),
    unread_from: is_personal && unread_from < openEnd ? Math.max(1, idIn(source, unread_from)) : null,
    ended_at,
    ended_name,
  }))
}
