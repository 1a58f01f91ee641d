import type { OtherStream, Stream, Subscription } from '../api'
import { copiesOf } from './fields'
import type { Appliers, StoreInternals } from './internals'
import { addToList, matches, changeList } from './list'

/** Fields that a subscription has in common with its stream. */
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

/** The stream of a subscription. If a stream gets a new field that is missing in `streamFields`, this does not compile. */
function streamIn(subscription: Subscription): Stream {
  const fields = streamFields.map((name) => [name, subscription[name]])
  return Object.fromEntries(fields) as Pick<Subscription, (typeof streamFields)[number]>
}

function join({ fields, options }: StoreInternals, subscription: Subscription): void {
  const { subscriptions, unsubscribed, never_subscribed, streams } = fields
  const isSame = matches('stream_id', subscription.stream_id)
  const { subscribers: _, ...rest } = subscription
  changeList(unsubscribed, isSame)
  changeList(never_subscribed, isSame)
  // The event always has the subscribers.
  addToList(subscriptions, options.include_subscribers ? subscription : rest, isSame)
  if (streams.value.some(isSame)) return
  addToList(streams, streamIn(subscription), isSame)
}

/** Values in the state for a stream that the account can no longer see. */
const unknownDetails = { description: '', rendered_description: '', stream_weekly_traffic: null }

/** After leaving a stream, administrators can still see it. Members can if it is public, and guests cannot. */
function leave({ fields, user_id }: StoreInternals, stream_id: number): void {
  const { is_admin, is_guest, subscriptions, unsubscribed, streams } = fields
  const isSame = matches('stream_id', stream_id)
  const oldSubscription = subscriptions.value.find(isSame)
  if (!oldSubscription) return
  changeList(subscriptions, isSame)
  const canSee = is_admin.value || (!oldSubscription.invite_only && !is_guest.value)
  const subscribers = oldSubscription.subscribers?.filter((id) => canSee && id !== user_id)
  addToList(
    unsubscribed,
    { ...oldSubscription, ...(!canSee && unknownDetails), ...(subscribers && { subscribers }) },
    isSame,
  )
  if (!canSee) changeList(streams, isSame)
}

export const subscriptionEvents = {
  subscription(internals, event) {
    const { fields, unread } = internals
    if (event.op === 'add') for (const added of event.subscriptions) join(internals, added)
    else if (event.op === 'remove') for (const { stream_id } of event.subscriptions) leave(internals, stream_id)
    else if (event.op === 'update') {
      const { property, value } = event
      const changes = property === 'in_home_view' ? { in_home_view: value, is_muted: !value } : { [property]: value }
      changeList(
        fields.subscriptions,
        matches('stream_id', event.stream_id),
        (one) => ({ ...one, ...changes }) as Subscription,
      )
      if (property !== 'in_home_view') return
    } else {
      const [streams, users] = [new Set(event.stream_ids), new Set(event.user_ids)]
      const withPeers = (one: OtherStream): OtherStream => {
        const others = one.subscribers!.filter((id) => !users.has(id))
        return { ...one, subscribers: event.op === 'peer_add' ? [...others, ...users] : others }
      }
      for (const list of copiesOf(fields))
        changeList(list, ({ stream_id, subscribers }) => subscribers !== undefined && streams.has(stream_id), withPeers)
      return
    }
    unread.updateMutes()
  },
} satisfies Appliers
