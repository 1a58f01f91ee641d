import { z } from 'zod'
import { endpoint, type Endpoint } from '../core/endpoint'
import { flag, json, text } from '../core/params'
import { invalidColor, isColor } from './colors'
import { subscribersByStream, subscriptionsOf } from './queries'
import { subscription, subscriptionSchema } from './schema'

/** Streams or people that one request may name. */
const mostNamed = 1000

const principalsSchema = z.union([z.array(z.int()).max(mostNamed), z.array(z.string().max(320)).max(mostNamed)])

const color = z.string().max(7).refine(isColor, invalidColor)

/** A number of days, or one of two words, which some clients send as JSON. */
const retentionSchema = z
  .string()
  .max(20)
  .transform((raw) => raw.replace(/^"(.*)"$/, '$1'))
  .pipe(
    z.union([
      z.enum(['unlimited', 'realm_default']),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    ]),
  )

const byEmail = z.record(z.string(), z.array(z.string()))

export const subscribeEndpoint = endpoint('POST /users/me/subscriptions', {
  summary: 'Subscribe yourself or others to streams, creating those that do not exist',
  params: {
    subscriptions: json(
      z
        .array(
          z.strictObject({
            name: z.string().max(1000),
            description: z.string().max(10_000).optional(),
            color: color.optional(),
          }),
        )
        .max(mostNamed),
    ),
    principals: json(principalsSchema).default([]),
    authorization_errors_fatal: flag().default(true),
    invite_only: flag().default(false),
    is_web_public: flag().default(false),
    history_public_to_subscribers: flag().optional(),
    stream_post_policy: json(z.int().min(1).max(4)).default(1),
    message_retention_days: text(retentionSchema).default('realm_default'),
  },
  returns: { subscribed: byEmail, already_subscribed: byEmail, unauthorized: z.array(z.string()).optional() },
  async run({ params, realm }) {
    return realm.perform('subscribeToStreams', params)
  },
})

/** The same under its other name. */
export const subscribeAliasEndpoint: Endpoint = { ...subscribeEndpoint, path: '/subscribe' }

export const unsubscribeEndpoint = endpoint('DELETE /users/me/subscriptions', {
  summary: 'Unsubscribe yourself or others from streams',
  params: {
    subscriptions: json(z.array(z.string().max(1000)).max(mostNamed)),
    principals: json(principalsSchema).default([]),
  },
  returns: { removed: z.array(z.string()), not_removed: z.array(z.string()) },
  async run({ params, realm }) {
    return realm.perform('unsubscribeFromStreams', params)
  },
})

export const subscriptionsEndpoint = endpoint('GET /users/me/subscriptions', {
  summary: 'Streams you are subscribed to',
  params: { include_subscribers: flag().default(false) },
  returns: { subscriptions: z.array(subscriptionSchema) },
  async run({ params, viewer, sql }) {
    const { id } = await viewer()
    const [rows, subscribers] = await Promise.all([
      subscriptionsOf(sql, id),
      params.include_subscribers ? subscribersByStream(sql, id) : null,
    ])
    return {
      subscriptions: rows.map((row) =>
        subscription(row, subscribers === null ? undefined : (subscribers.get(row.id) ?? [])),
      ),
    }
  },
})
