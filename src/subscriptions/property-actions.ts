import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import type { Event } from '../core/base/product'
import { fragment, type Fragment } from '../core/sql/sql'
import { invalidation } from '../core/turn/query-cache'
import { streamFollowers } from '../notifications/queries'
import { invalidColor, isColor } from './colors'
import { activeAmong } from './queries'

/** Boolean properties. A notification property that was never set follows the user's general setting. */
const switches = [
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

/** New properties of one subscription; missing ones stay. */
type Properties = { color?: string } & { [P in (typeof switches)[number]]?: boolean }

/** One change in the form of a request. */
interface PropertyChange {
  stream_id: number
  property: string
  value: string | boolean
}

/** Changes properties of the actor's subscriptions in order, all of them or none (objects, Stream subscription properties). */
export async function changeProperties(
  { actor, sql }: Turn,
  { subscription_data }: { subscription_data: PropertyChange[] },
): Promise<Change> {
  const changes = new Map<number, Properties>()
  for (const change of subscription_data)
    changes.set(change.stream_id, { ...changes.get(change.stream_id), ...properties(change) })
  const subscribed = await activeAmong(sql, actor.id, [...changes.keys()])
  for (const stream_id of changes.keys())
    // The refusal is the same for an unknown stream, so that nobody learns which streams exist.
    if (!subscribed.has(stream_id)) throw refused(`Not subscribed to stream id ${stream_id}`)
  return {
    writes: changes.size === 0 ? [] : [update(actor.id, changes)],
    events: subscription_data.map((change) => tell([actor.id], propertyEvent(change.stream_id, properties(change)))),
    result: {},
    ...(hasNotificationChange(changes) && {
      invalidates: [...changes.keys()].map((id) => invalidation(streamFollowers, id)),
    }),
  }
}

/** Whether a change decides who is notified of all messages of a stream. */
const hasNotificationChange = (changes: ReadonlyMap<number, Properties>): boolean =>
  [...changes.values()].some(
    (changed) => 'is_muted' in changed || 'push_notifications' in changed || 'email_notifications' in changed,
  )

/** The event of one change. For `is_muted` it has the opposite, `in_home_view` (events, subscription). */
function propertyEvent(stream_id: number, properties: Properties): Event {
  const [property, value] = Object.entries(properties)[0]!
  const change = property === 'is_muted' ? { property: 'in_home_view', value: !value } : { property, value }
  return { type: 'subscription', op: 'update', stream_id, ...change }
}

/** One change with the name and value that are stored, or a refusal. */
function properties({ property, value }: PropertyChange): Properties {
  if (property === 'color') {
    if (typeof value !== 'string') throw refused('color is not a string')
    if (!isColor(value)) throw refused(invalidColor)
    return { color: value }
  }
  // The legacy opposite of `is_muted`.
  const name = property === 'in_home_view' ? 'is_muted' : switches.find((one) => one === property)
  if (name === undefined) throw refused(`Unknown subscription property: ${property}`)
  if (typeof value !== 'boolean') throw refused(`${property} is not a boolean`)
  return { [name]: property === 'in_home_view' ? !value : value }
}

function update(user_id: number, changes: ReadonlyMap<number, Properties>): Fragment {
  const rows = [...changes].map(([stream_id, changed]) => ({ stream_id, ...changed }))
  return fragment`
    update subscription set
      color = coalesce(value ->> 'color', color),
      is_muted = coalesce(value ->> 'is_muted', is_muted),
      pin_to_top = coalesce(value ->> 'pin_to_top', pin_to_top),
      desktop_notifications = coalesce(value ->> 'desktop_notifications', desktop_notifications),
      audible_notifications = coalesce(value ->> 'audible_notifications', audible_notifications),
      push_notifications = coalesce(value ->> 'push_notifications', push_notifications),
      email_notifications = coalesce(value ->> 'email_notifications', email_notifications),
      wildcard_mentions_notify = coalesce(value ->> 'wildcard_mentions_notify', wildcard_mentions_notify)
    from json_each(${JSON.stringify(rows)})
    where user_id = ${user_id} and stream_id = value ->> 'stream_id'`
}
