import { z } from 'zod'
import type { UserSettings } from '../settings/table'
import { stream, streamSchema } from '../streams/schema'
import type { ListedStream } from '../streams/queries'
import type { OwnColumns, SubscriptionRow } from './queries'

/** A stream as one of its subscribers sees it (endpoints, Subscriptions). */
export const subscriptionSchema = streamSchema.extend({
  color: z.string(),
  is_muted: z.boolean(),
  in_home_view: z.boolean(),
  pin_to_top: z.boolean(),
  desktop_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  role: z.int(),
  email_address: z.string(),
  stream_weekly_traffic: z.int().nullable(),
  subscribers: z.array(z.int()).optional(),
})

export type Subscription = z.infer<typeof subscriptionSchema>

export const ownProperties = (row: OwnColumns) => ({
  is_muted: Boolean(row.is_muted),
  pin_to_top: Boolean(row.pin_to_top),
  desktop_notifications: orInherited(row.desktop_notifications),
  audible_notifications: orInherited(row.audible_notifications),
  push_notifications: orInherited(row.push_notifications),
  email_notifications: orInherited(row.email_notifications),
  wildcard_mentions_notify: orInherited(row.wildcard_mentions_notify),
  role: row.subscription_role,
})

export type OwnProperties = ReturnType<typeof ownProperties>

/** What subscribers are told of a stream beyond what everybody is. */
export const subscribedStream = (row: ListedStream) => ({
  ...stream(row),
  email_address: '',
  stream_weekly_traffic: row.weekly_traffic,
})

/** A stream that the viewer never was in (register, `never_subscribed`). */
export const streamNotJoined = (row: ListedStream, subscribers?: number[]) => ({
  ...stream(row),
  stream_weekly_traffic: row.weekly_traffic,
  ...(subscribers !== undefined && { subscribers }),
})

export function subscription(row: SubscriptionRow, subscribers?: number[]): Subscription {
  return {
    ...subscribedStream(row),
    color: row.color,
    ...ownProperties(row),
    in_home_view: !row.is_muted,
    ...(subscribers !== undefined && { subscribers }),
  }
}

/** Settings that say for all streams what a subscription leaves open, under the subscription's names. */
export const generalSettings = (settings: UserSettings) => ({
  desktop_notifications: settings.enable_stream_desktop_notifications,
  audible_notifications: settings.enable_stream_audible_notifications,
  push_notifications: settings.enable_stream_push_notifications,
  email_notifications: settings.enable_stream_email_notifications,
})

export type GeneralSettings = ReturnType<typeof generalSettings>

/** The subscription as a client wants it that may not know what null means (register, client_capabilities). */
export function inheriting<S extends Subscription>(
  subscription: S,
  general: GeneralSettings | null,
  capabilities: readonly string[],
): S {
  if (general === null || capabilities.includes('notification_settings_null')) return subscription
  return {
    ...subscription,
    desktop_notifications: subscription.desktop_notifications ?? general.desktop_notifications,
    audible_notifications: subscription.audible_notifications ?? general.audible_notifications,
    push_notifications: subscription.push_notifications ?? general.push_notifications,
    email_notifications: subscription.email_notifications ?? general.email_notifications,
  }
}

/** Null stands for the user's general setting. */
const orInherited = (value: number | null): boolean | null => (value === null ? null : Boolean(value))
