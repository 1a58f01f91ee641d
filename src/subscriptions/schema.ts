import { z } from 'zod'
import { stream, streamSchema } from '../streams/schema'
import type { SubscriptionRow } from './queries'

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

export function subscription(row: SubscriptionRow, subscribers?: number[]): Subscription {
  return {
    ...stream(row),
    color: row.color,
    is_muted: Boolean(row.is_muted),
    in_home_view: !row.is_muted,
    pin_to_top: Boolean(row.pin_to_top),
    desktop_notifications: orInherited(row.desktop_notifications),
    audible_notifications: orInherited(row.audible_notifications),
    push_notifications: orInherited(row.push_notifications),
    email_notifications: orInherited(row.email_notifications),
    wildcard_mentions_notify: orInherited(row.wildcard_mentions_notify),
    role: row.subscription_role,
    email_address: '',
    stream_weekly_traffic: null,
    ...(subscribers !== undefined && { subscribers }),
  }
}

/** Null stands for the user's general setting. */
const orInherited = (value: number | null): boolean | null => (value === null ? null : Boolean(value))
