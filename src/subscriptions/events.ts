import { z } from 'zod'
import {
  withInherited,
  subscriptionSchema,
  type GeneralSettings,
  type OwnProperties,
  type subscribedStream,
} from './schema'

/**
 * You were subscribed to streams, by yourself or by somebody else. Only you are told; other people get `peer_add`. An
 * event `stream`, `create` comes before it if you could not see a stream until now (events, subscription).
 */
const addedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('add'),
  /** The new subscriptions, always with `subscribers`. */
  subscriptions: z.array(subscriptionSchema.required({ subscribers: true })),
})

/**
 * You were unsubscribed from streams, by yourself or by somebody else. Only you are told; other people get
 * `peer_remove`. What was unread there counts as read, which an event `update_message_flags` tells next.
 */
const removedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('remove'),
  /** The streams that you left. */
  subscriptions: z.array(
    z.object({
      /** Id of the stream. */
      stream_id: z.int(),
      /** Name of the stream. */
      name: z.string(),
    }),
  ),
})

/** One property of one of your subscriptions changed. Only you are told. */
const changedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('update'),
  /** Id of the stream. */
  stream_id: z.int(),
  /** The property, by its name in `Subscription`. A change of `is_muted` comes as `in_home_view`, the opposite. */
  property: z.string(),
  /** The new value: a string for `color`, else a boolean. */
  value: z.union([z.boolean(), z.string()]),
})

/**
 * Other people were subscribed to streams. Of public streams all members are told, of private ones the other
 * subscribers and administrators.
 */
const peersAddedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('peer_add'),
  /** Ids of the streams. Each of the users was subscribed to each of them. */
  stream_ids: z.array(z.int()),
  /** Ids of the users. */
  user_ids: z.array(z.int()),
})

/**
 * Other people were unsubscribed from streams. Of public streams all members are told, of private ones the subscribers
 * who remain and administrators.
 */
const peersRemovedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('peer_remove'),
  /** Ids of the streams. Each of the users left each of them. */
  stream_ids: z.array(z.int()),
  /** Ids of the users. */
  user_ids: z.array(z.int()),
})

export const subscriptionEventSchemas = [
  addedSchema,
  removedSchema,
  changedSchema,
  peersAddedSchema,
  peersRemovedSchema,
] as const

export type PeerEvent = z.infer<typeof peersAddedSchema> | z.infer<typeof peersRemovedSchema>

/** The event as a client gets it, made from a `StoredAddedEvent`. */
export type AddedEvent = z.infer<typeof addedSchema>

/**
 * One person's subscription in a `StoredAddedEvent`: the index of the stream, the color, and the other properties if
 * the person was subscribed before.
 */
type OwnSubscription = [at: number, color: string, others?: OwnProperties]

/**
 * The event as it is stored. The streams, which are the same for all people, are stored once; `own` and `general` are
 * stored for each person. So the event grows with the number of subscriptions, not with people times streams.
 */
export interface StoredAddedEvent {
  type: 'subscription'
  op: 'add'
  streams: (ReturnType<typeof subscribedStream> & { subscribers: number[] })[]
  own: OwnSubscription[]
  /** General settings that replace null settings of a subscription, for clients that do not know null. */
  general: GeneralSettings | null
}

const newSubscription: OwnProperties = {
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
  role: 50,
}

/** The event for one client (register, client_capabilities, notification_settings_null). */
export function addedFor(
  { type, op, streams, own, general }: StoredAddedEvent,
  capabilities: readonly string[],
): AddedEvent {
  const subscriptions = own.map(([at, color, others = newSubscription]) => {
    const subscription = { ...streams[at]!, color, ...others, in_home_view: !others.is_muted }
    return withInherited(subscription, general, capabilities)
  })
  return { type, op, subscriptions }
}
