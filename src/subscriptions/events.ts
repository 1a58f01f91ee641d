import { z } from 'zod'
import {
  inheriting,
  subscriptionSchema,
  type GeneralSettings,
  type OwnProperties,
  type subscribedStream,
} from './schema'

/** Somebody is subscribed to streams, and told all about them (events, subscription). */
const addedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('add'),
  subscriptions: z.array(subscriptionSchema.required({ subscribers: true })),
})

const removedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('remove'),
  subscriptions: z.array(z.object({ stream_id: z.int(), name: z.string() })),
})

const changedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('update'),
  stream_id: z.int(),
  property: z.string(),
  value: z.union([z.boolean(), z.string()]),
})

const peersAddedSchema = z.object({
  type: z.literal('subscription'),
  op: z.literal('peer_add'),
  /** Every pair of these. */
  stream_ids: z.array(z.int()),
  user_ids: z.array(z.int()),
})

const peersRemovedSchema = peersAddedSchema.extend({ op: z.literal('peer_remove') })

export const subscriptionEventSchemas = [
  addedSchema,
  removedSchema,
  changedSchema,
  peersAddedSchema,
  peersRemovedSchema,
] as const

export type PeerEvent = z.infer<typeof peersAddedSchema> | z.infer<typeof peersRemovedSchema>

/** As clients are told, made from what is kept. */
export type AddedEvent = z.infer<typeof addedSchema>

/** What somebody's own subscription is like: to which of the event's streams, and how if it is one that comes back. */
export type Own = [at: number, color: string, others?: OwnProperties]

/**
 * People are subscribed, as it is kept: what all of them are told once, and for each (`own`, `general`) only what is
 * their own, so that it grows with the number of subscriptions.
 */
export interface StoredAddedEvent {
  type: 'subscription'
  op: 'add'
  streams: (ReturnType<typeof subscribedStream> & { subscribers: number[] })[]
  own: Own[]
  /** What stands in for settings of the subscription that are not set, where a client does not know of that. */
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
    return inheriting(subscription, general, capabilities)
  })
  return { type, op, subscriptions }
}
