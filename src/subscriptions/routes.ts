import { longestAddress } from '../accounts/account'
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
const maxNamesInRequest = 1000

/** People and bots: all by id, or all by the address that you see of them. Empty: you. At most 1,000. */
const principals = json(
  z.union([z.array(z.int()).max(maxNamesInRequest), z.array(z.string().max(longestAddress)).max(maxNamesInRequest)]),
).default([])

const color = z.string().max(7).refine(isColor, invalidColor)

const additionsSchema = z
  .array(
    z.strictObject({
      /**
       * Name of the stream: 1 to 60 characters, none of them a control, surrogate or non-character code point. Names
       * that differ only in case are one stream.
       */
      name: z.string().max(1000),
      /** Description of a new stream, in Markdown: one line, at most 1,024 characters. Ignored if the stream exists. */
      description: z.string().max(10_000).optional(),
      /**
       * Colour of the stream: `#` and 3 to 6 hexadecimal digits. Without it, the server picks one. A stream that
       * somebody comes back to keeps its former colour.
       */
      color: color.optional(),
    }),
  )
  .max(maxNamesInRequest)

const namesSchema = z.array(z.string().max(1000)).max(maxNamesInRequest)

const byEmail = z.record(z.string(), z.array(z.string()))

/**
 * Subscribes each of the people to each of the streams, all or nothing. Streams that do not exist are created;
 * parameters that say what a stream is like count for new streams only. Only a subscriber of a private stream can
 * subscribe people to it. A subscription that starts again keeps its former settings. New subscribers receive messages
 * from now on. They are told by an event `subscription`, `add`, and others by `peer_add`; an event `stream`, `create`
 * tells of new streams. The notification bot writes to people whom you subscribed to streams that existed.
 *
 * @error BAD_REQUEST You are a guest.
 * @error BAD_REQUEST The organization does not let you subscribe others (`invite_to_stream_policy`).
 * @error 403 UNAUTHORIZED_PRINCIPAL One of the people does not exist or was deactivated. `principal` tells which.
 * @error BAD_REQUEST More than 2,000 pairs of a person and a stream were named.
 * @error BAD_REQUEST The name of a stream is empty, too long, or has a character that no name may have; or the
 *   description of one is too long.
 * @error BAD_REQUEST You may not join one of the streams, and `authorization_errors_fatal` is `true`.
 * @error BAD_REQUEST The organization does not let you create streams of this kind, or has no web-public streams.
 * @error BAD_REQUEST New streams were to be both web-public and private.
 * @error UNAUTHORIZED_PRINCIPAL New streams were to have a `message_retention_days` of their own, and you are not an
 *   owner.
 * @error BAD_REQUEST More than 200 streams would be created at once; or you would have created more than 500 and are no
 *   administrator; or the organization would have more than 5,000, archived ones included.
 */
export const subscribeEndpoint = endpoint('POST /users/me/subscriptions', {
  summary: 'Subscribe yourself or others to streams, creating those that do not exist',
  overSocket: true,
  params: {
    /** The streams, by name: at most 1,000. */
    subscriptions: json(additionsSchema),
    principals,
    /** Whether a stream that you may not join makes the whole request fail. Else it is listed in `unauthorized`. */
    authorization_errors_fatal: flag().default(true),
    /**
     * Whether the notification bot tells everybody of new streams that are not private, if the organization has a
     * stream for that.
     */
    announce: flag().default(false),
    /** Whether new streams are private: only subscribers read them, and only they and administrators know of them. */
    invite_only: flag().default(false),
    /** Whether everybody can read new streams, guests and people without an account as well. */
    is_web_public: flag().default(false),
    /**
     * Whether subscribers of new private streams see what was sent before they came. Without it they do not. In streams
     * that are not private they always do.
     */
    history_public_to_subscribers: flag().optional(),
    stream_post_policy: json(postPolicySchema).default(1),
    message_retention_days: text(retentionSchema).default('realm_default'),
  },
  returns: {
    /** Names of the streams that each person was subscribed to by this request, by the address that others see. */
    subscribed: byEmail,
    /** Names of the streams that each person was subscribed to before, by the address that others see. */
    already_subscribed: byEmail,
    /** Names of the streams that you may not join. Only with `authorization_errors_fatal` `false`. */
    unauthorized: z.array(z.string()).optional(),
  },
  async run({ params, realm }) {
    return realm.perform('subscribeToStreams', params)
  },
})

/** The former path of `POST /users/me/subscriptions`, which does the same. */
export const subscribeByOldPathEndpoint: Endpoint = { ...subscribeEndpoint, path: '/subscribe' }

/**
 * Unsubscribes each of the people from each of the streams, all or nothing. What they received stays readable for them,
 * and counts as read; who has no access to the stream any more reads it as it was. Whoever is removed from a private stream by
 * somebody else leaves it together with their bots. A private stream that nobody is left in is archived. The people and
 * bots are told by an event `subscription`, `remove`, and others by `peer_remove`.
 *
 * @error STREAM_DOES_NOT_EXIST One of the streams does not exist, or you may not know of it. `stream` tells which.
 * @error UNAUTHORIZED_PRINCIPAL Others were to be unsubscribed, and you administer neither the organization nor each of
 *   the streams.
 * @error 403 UNAUTHORIZED_PRINCIPAL One of the people does not exist or was deactivated. `principal` tells which.
 * @error BAD_REQUEST More than 2,000 subscriptions would end.
 */
export const unsubscribeEndpoint = endpoint('DELETE /users/me/subscriptions', {
  summary: 'Unsubscribe yourself or others from streams',
  overSocket: true,
  params: {
    /** Names of the streams, in any case: at most 1,000. */
    subscriptions: json(namesSchema),
    principals,
  },
  returns: {
    /** Names of the streams that somebody left by this request. */
    removed: z.array(z.string()),
    /** Names of the streams that nobody of these people was subscribed to. */
    not_removed: z.array(z.string()),
  },
  async run({ params, realm }) {
    return realm.perform('unsubscribeFromStreams', params)
  },
})

/**
 * Does what `POST` and then `DELETE /users/me/subscriptions` do for yourself, all or nothing. Streams that do not exist
 * are created, and are public. A stream in both lists is joined and then left. The events are those of the two
 * operations.
 *
 * @error BAD_REQUEST Both lists are empty.
 * @error BAD_REQUEST You are a guest, and `add` is not empty.
 * @error BAD_REQUEST The name of a stream in `add` is empty, too long, or has a character that no name may have; or the
 *   description of one is too long.
 * @error BAD_REQUEST You may not join one of the streams.
 * @error BAD_REQUEST The organization does not let you create public streams.
 * @error BAD_REQUEST More than 200 streams would be created at once; or you would have created more than 500 and are no
 *   administrator; or the organization would have more than 5,000, archived ones included.
 * @error STREAM_DOES_NOT_EXIST A stream in `delete` does not exist, or you may not know of it. `stream` tells which.
 */
export const changeSubscriptionsEndpoint = endpoint('PATCH /users/me/subscriptions', {
  summary: 'Subscribe yourself to some streams and unsubscribe from others',
  overSocket: true,
  params: {
    /** The streams that you join, by name: at most 1,000. */
    add: json(additionsSchema).default([]),
    /** Names of the streams that you leave, in any case: at most 1,000. */
    delete: json(namesSchema).default([]),
  },
  returns: {
    /** Names of the streams that you joined, by the address that others see of you. Only if `add` is not empty. */
    subscribed: byEmail.optional(),
    /**
     * Names of the streams in `add` that you were subscribed to before, by your address. Only if `add` is not empty.
     */
    already_subscribed: byEmail.optional(),
    /** Names of the streams that you left. Only if `delete` is not empty. */
    removed: z.array(z.string()).optional(),
    /** Names of the streams in `delete` that you were not subscribed to. Only if `delete` is not empty. */
    not_removed: z.array(z.string()).optional(),
  },
  async run({ params, realm }) {
    return realm.perform('changeSubscriptions', params)
  },
})

/**
 * Anybody who may know of a stream may know who is subscribed to it.
 *
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 * @error BAD_REQUEST The person does not exist, was deactivated, or is a bot.
 */
export const isSubscribedEndpoint = endpoint('GET /users/{user_id}/subscriptions/{stream_id}', {
  summary: 'Whether somebody is subscribed to a stream',
  params: {
    /** Id of the person. */
    user_id: pathId(),
    /** Id of the stream. */
    stream_id: pathId(),
  },
  returns: {
    /** Whether the person is subscribed to the stream. */
    is_subscribed: z.boolean(),
  },
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

/**
 * Clients that hold an event queue need not ask again: they find their subscriptions in `subscriptions` of
 * `POST /register`, and are told of changes by events `subscription` and `stream`.
 */
export const subscriptionsEndpoint = endpoint('GET /users/me/subscriptions', {
  summary: 'Streams you are subscribed to',
  large: true,
  params: {
    /** Whether to list the subscribers of each stream. */
    include_subscribers: flag().default(false),
  },
  returns: {
    /** Your subscriptions, by name of the stream. */
    subscriptions: z.array(subscriptionSchema),
  },
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
