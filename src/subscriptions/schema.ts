import { z } from 'zod'
import type { UserSettings } from '../settings/table'
import { stream, streamSchema } from '../streams/schema'
import type { ListedStream } from '../streams/queries'
import type { OwnColumns, SubscriptionRow } from './queries'

const streamTraffic = {
  /**
   * About how many messages the stream gets in a week, to two significant digits, as of the last daily count. Null
   * while the stream is younger than 7 days.
   */
  stream_weekly_traffic: z.int().nullable(),
  /**
   * Ids of the people and bots who are subscribed, deactivated ones left out. Empty where you may not know them. Only
   * there if asked for by `include_subscribers`, and in events.
   */
  subscribers: z.array(z.int()).optional(),
}

/** A stream, and how one of its subscribers wants it to be shown (objects, Subscription). */
export const subscriptionSchema = streamSchema.extend({
  /** Colour of the stream, such as `#76ce90`. */
  color: z.string(),
  /** Whether you muted the stream: clients hide it and count none of its messages as unread. */
  is_muted: z.boolean(),
  /** Deprecated: the opposite of `is_muted`. */
  in_home_view: z.boolean(),
  /** Whether clients show the stream above the others. */
  pin_to_top: z.boolean(),
  /** Whether messages cause notifications on the desktop; null: as `enable_stream_desktop_notifications` says. */
  desktop_notifications: z.boolean().nullable(),
  /** Whether messages cause a sound; null: as `enable_stream_audible_notifications` says. */
  audible_notifications: z.boolean().nullable(),
  /** Whether messages cause notifications on phones; null: as `enable_stream_push_notifications` says. */
  push_notifications: z.boolean().nullable(),
  /** Whether messages cause mail; null: as `enable_stream_email_notifications` says. */
  email_notifications: z.boolean().nullable(),
  /** Whether a wildcard mention causes notifications; null: as the setting `wildcard_mentions_notify` says. */
  wildcard_mentions_notify: z.boolean().nullable(),
  /** 50 for a subscriber, 20 for an administrator of the stream. No operation makes anybody one. */
  role: z.int(),
  /** Always empty: addresses are secrets of those who made them (`GET /streams/{stream_id}/email_address`). */
  email_address: z.string(),
  ...streamTraffic,
})

/** A stream that you may see and were never subscribed to (register, never_subscribed). */
export const streamNotJoinedSchema = streamSchema.extend(streamTraffic)

type Subscription = z.infer<typeof subscriptionSchema>

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

/** The fields of a stream in a subscription. */
export const subscribedStream = (row: ListedStream) => ({
  ...stream(row),
  email_address: '',
  stream_weekly_traffic: row.weekly_traffic,
})

/** A stream that the viewer was never subscribed to (register, never_subscribed). */
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

/** A user's settings for all streams, under the names of the subscription properties that override them. */
export const generalSettings = (settings: UserSettings) => ({
  desktop_notifications: settings.enable_stream_desktop_notifications,
  audible_notifications: settings.enable_stream_audible_notifications,
  push_notifications: settings.enable_stream_push_notifications,
  email_notifications: settings.enable_stream_email_notifications,
})

export type GeneralSettings = ReturnType<typeof generalSettings>

/** The subscription with general settings instead of null, for clients that do not know null (register, client_capabilities). */
export function withInherited<S extends Subscription>(
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

/** Null for the user's general setting. */
const orInherited = (value: number | null): boolean | null => (value === null ? null : Boolean(value))
