import type { OtherStream, Stream, Subscription } from '../api'
import { copiesOf } from './fields'
import type { Appliers, StoreInternals } from './internals'
import { add, by, revise } from './list'

/** Fields of a subscription that are those of its stream. */
const streamFields = [
  'stream_id',
  'name',
  'description',
  'rendered_description',
  'date_created',
  'invite_only',
  'is_web_public',
  'history_public_to_subscribers',
  'stream_post_policy',
  'is_announcement_only',
  'message_retention_days',
  'first_message_id',
] as const satisfies readonly (keyof Stream)[]

/** The stream of a subscription. It does not compile when a new field of streams is missing in the list. */
function streamIn(subscription: Subscription): Stream {
  const fields = streamFields.map((name) => [name, subscription[name]])
  return Object.fromEntries(fields) as Pick<Subscription, (typeof streamFields)[number]>
}

function join({ fields, options }: StoreInternals, added: Subscription): void {
  const { subscriptions, unsubscribed, never_subscribed, streams } = fields
  const isSame = by('stream_id', added.stream_id)
  const { subscribers: _, ...rest } = added
  revise(unsubscribed, isSame)
  revise(never_subscribed, isSame)
  // The event always has the subscribers.
  add(subscriptions, options.include_subscribers ? added : rest, isSame)
  if (streams.value.some(isSame)) return
  add(streams, streamIn(added), isSame)
}

/** What the state says of a stream of which one learns nothing more. */
const unknown = { description: '', rendered_description: '', stream_weekly_traffic: null }

/** What somebody who leaves still sees: public streams unless they are a guest, and as administrator all. */
function leave({ fields, user_id }: StoreInternals, stream_id: number): void {
  const { is_admin, is_guest, subscriptions, unsubscribed, streams } = fields
  const isSame = by('stream_id', stream_id)
  const left = subscriptions.value.find(isSame)
  if (!left) return
  revise(subscriptions, isSame)
  const sees = is_admin.value || (!left.invite_only && !is_guest.value)
  const subscribers = left.subscribers?.filter((id) => sees && id !== user_id)
  add(unsubscribed, { ...left, ...(!sees && unknown), ...(subscribers && { subscribers }) }, isSame)
  if (!sees) revise(streams, isSame)
}

export const subscriptionEvents = {
  subscription(internals, event) {
    const { fields, unread } = internals
    if (event.op === 'add') for (const added of event.subscriptions) join(internals, added)
    else if (event.op === 'remove') for (const { stream_id } of event.subscriptions) leave(internals, stream_id)
    else if (event.op === 'update') {
      const { property, value } = event
      const changed = property === 'in_home_view' ? { in_home_view: value, is_muted: !value } : { [property]: value }
      revise(fields.subscriptions, by('stream_id', event.stream_id), (one) => ({ ...one, ...changed }) as Subscription)
      if (property !== 'in_home_view') return
    } else {
      const [streams, users] = [new Set(event.stream_ids), new Set(event.user_ids)]
      const changed = (one: OtherStream): OtherStream => {
        const others = one.subscribers!.filter((id) => !users.has(id))
        return { ...one, subscribers: event.op === 'peer_add' ? [...others, ...users] : others }
      }
      for (const list of copiesOf(fields))
        revise(list, ({ stream_id, subscribers }) => subscribers !== undefined && streams.has(stream_id), changed)
      return
    }
    unread.follow()
  },
} satisfies Appliers
