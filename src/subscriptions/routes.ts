import { z } from 'zod'
import { endpoint, type Endpoint } from '../core/http/endpoint'
import { flag, json, pathId, text } from '../core/http/params'
import { refused } from '../core/base/errors'
import { viewStream } from '../streams/access'
import { retentionSchema } from '../streams/retention'
import { postPolicySchema } from '../streams/schema'
import { userById } from '../users/queries'
import { invalidColor, isColor } from './colors'
import { isSubscribed, subscribersByStream, subscriptionsOf } from './queries'
import { subscription, subscriptionSchema } from './schema'

/** Streams or people that one request may name. */
const mostNamed = 1000

const principalsSchema = z.union([z.array(z.int()).max(mostNamed), z.array(z.string().max(320)).max(mostNamed)])

const color = z.string().max(7).refine(isColor, invalidColor)

const additionsSchema = z
  .array(
    z.strictObject({
      name: z.string().max(1000),
      description: z.string().max(10_000).optional(),
      color: color.optional(),
    }),
  )
  .max(mostNamed)

const namesSchema = z.array(z.string().max(1000)).max(mostNamed)

const byEmail = z.record(z.string(), z.array(z.string()))

export const subscribeEndpoint = endpoint('POST /users/me/subscriptions', {
  summary: 'Subscribe yourself or others to streams, creating those that do not exist',
  params: {
    subscriptions: json(additionsSchema),
    principals: json(principalsSchema).default([]),
    authorization_errors_fatal: flag().default(true),
    announce: flag().default(false),
    invite_only: flag().default(false),
    is_web_public: flag().default(false),
    history_public_to_subscribers: flag().optional(),
    stream_post_policy: json(postPolicySchema).default(1),
    message_retention_days: text(retentionSchema).default('realm_default'),
  },
  returns: { subscribed: byEmail, already_subscribed: byEmail, unauthorized: z.array(z.string()).optional() },
  async run({ params, realm }) {
    return realm.perform('subscribeToStreams', params)
  },
})

/** The same under its other name. */
export const subscribeByOldPathEndpoint: Endpoint = { ...subscribeEndpoint, path: '/subscribe' }

export const unsubscribeEndpoint = endpoint('DELETE /users/me/subscriptions', {
  summary: 'Unsubscribe yourself or others from streams',
  params: {
    subscriptions: json(namesSchema),
    principals: json(principalsSchema).default([]),
  },
  returns: { removed: z.array(z.string()), not_removed: z.array(z.string()) },
  async run({ params, realm }) {
    return realm.perform('unsubscribeFromStreams', params)
  },
})

export const changeSubscriptionsEndpoint = endpoint('PATCH /users/me/subscriptions', {
  summary: 'Subscribe yourself to some streams and unsubscribe from others',
  params: { add: json(additionsSchema).default([]), delete: json(namesSchema).default([]) },
  returns: {
    subscribed: byEmail.optional(),
    already_subscribed: byEmail.optional(),
    removed: z.array(z.string()).optional(),
    not_removed: z.array(z.string()).optional(),
  },
  async run({ params, realm }) {
    return realm.perform('changeSubscriptions', params)
  },
})

export const isSubscribedEndpoint = endpoint('GET /users/{user_id}/subscriptions/{stream_id}', {
  summary: 'Whether somebody is subscribed to a stream',
  params: { user_id: pathId(), stream_id: pathId() },
  returns: { is_subscribed: z.boolean() },
  async run({ params: { user_id, stream_id }, viewer, sql }) {
    const account = await viewer()
    const [user, is_subscribed] = await Promise.all([
      userById(sql, account.realm_id, user_id),
      isSubscribed(sql, user_id, stream_id),
      viewStream(sql, account, { stream_id }),
    ])
    if (!user?.is_active || user.bot_type !== null) throw refused('No such user')
    return { is_subscribed }
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
