import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, pathId, text } from '../core/http/params'
import { isAdministrator, isGuest } from '../accounts/roles'
import { subscriberIds } from '../subscriptions/queries'
import { mayReadHistory, viewContent, viewStream } from './access'
import { streamsMatching, topicsOfStream, receivedTopics } from './queries'
import { retentionSchema } from './retention'
import { postPolicySchema, stream, streamSchema } from './schema'

/**
 * Answers all streams of the sets that are asked for, each once. Archived streams are in none of them. Clients that
 * hold an event queue find streams in `streams` and `subscriptions` of `POST /register`, and are told of changes by
 * events `stream` and `subscription`.
 *
 * @error BAD_REQUEST `include_all_active` was sent, and you are no administrator.
 */
export const streamsEndpoint = endpoint('GET /streams', {
  summary: 'Streams you may see',
  large: true,
  params: {
    /** Whether to include all streams that are not private. Guests never get them by this. */
    include_public: flag().default(true),
    /** Whether to include all web-public streams. */
    include_web_public: flag().default(false),
    /** Whether to include the streams that you are subscribed to. */
    include_subscribed: flag().default(true),
    /** Whether to include all streams of the organization, private ones as well. For administrators only. */
    include_all_active: flag().default(false),
    /**
     * Whether to include the default streams, which new users are subscribed to, and to say of each stream whether it
     * is one (`is_default`). Guests do not get the default streams by this.
     */
    include_default: flag().default(false),
    /** If you are a bot: whether to include the streams that your owner is subscribed to. */
    include_owner_subscribed: flag().default(false),
    /** Whether to say of each stream how many are subscribed to it (`subscriber_count`). */
    include_subscriber_count: flag().default(false),
  },
  returns: {
    /** The streams, by name. */
    streams: z.array(
      streamSchema.extend({
        /** Whether new users are subscribed to the stream. Absent unless `include_default` was asked for. */
        is_default: z.boolean().optional(),
        /**
         * How many people and bots are subscribed to the stream, without deactivated ones. Absent unless
         * `include_subscriber_count` was asked for.
         */
        subscriber_count: z.int().optional(),
      }),
    ),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    if (params.include_all_active && !isAdministrator(account)) throw refused('User not authorized for this query')
    const { include_subscribed, include_owner_subscribed } = params
    const rows = await streamsMatching(sql, account.realm_id, {
      ...params,
      include_public: params.include_public && !isGuest(account),
      include_default: params.include_default && !isGuest(account),
      subscribers: [
        ...(include_subscribed ? [account.id] : []),
        ...(include_owner_subscribed && account.bot_owner_id !== null ? [account.bot_owner_id] : []),
      ],
    })
    return {
      streams: rows.map((row) => ({
        ...stream(row),
        ...(params.include_default && { is_default: Boolean(row.is_default) }),
        ...(row.subscriber_count !== null && { subscriber_count: row.subscriber_count }),
      })),
    }
  },
})

/**
 * Finds the id of a stream by its name. A stream keeps its id when it is renamed.
 *
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 */
export const streamIdEndpoint = endpoint('GET /get_stream_id', {
  summary: 'The id of a stream',
  params: {
    /** Name of the stream, in any case. */
    stream: text(),
  },
  returns: {
    /** Id of the stream. */
    stream_id: z.int(),
  },
  async run({ params, viewer, sql }) {
    const accessed = await viewStream(sql, await viewer(), { name: params.stream })
    return { stream_id: accessed.stream.id }
  },
})

/**
 * Anybody who may know of a stream may know who is subscribed to it.
 *
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 */
export const streamMembersEndpoint = endpoint('GET /streams/{stream_id}/members', {
  summary: 'Ids of the subscribers of a stream',
  large: true,
  params: {
    /** Id of the stream. */
    stream_id: pathId(),
  },
  returns: {
    /** Ids of the people and bots who are subscribed, in ascending order. Deactivated ones are left out. */
    subscribers: z.array(z.int()),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const [subscribers] = await Promise.all([subscriberIds(sql, params.stream_id), viewStream(sql, account, params)])
    return { subscribers: [...subscribers].toSorted((a, b) => a - b) }
  },
})

/**
 * Changes everything that is sent or, when part of it is refused, nothing. Administrators of the organization or of the
 * stream may. Clients are told by an event `stream`, `update` for each property that changed; people who gain sight of
 * the stream are told by `create`, and those who lose it by `delete`. The notification bot tells the stream of a new
 * name, description, privacy, post policy and retention, in the topic `stream events`.
 *
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 * @error UNAUTHORIZED_PRINCIPAL You administer neither the organization nor the stream.
 * @error UNAUTHORIZED_PRINCIPAL `message_retention_days` was sent, and you are not an owner of the organization.
 * @error BAD_REQUEST The new name is empty, too long, or has a character that no name may have; the stream has this
 *   name already; or another stream has it, in any case.
 * @error BAD_REQUEST The description is too long.
 * @error BAD_REQUEST The privacy of a private stream was to change that you are not subscribed to.
 * @error BAD_REQUEST A default stream, or one of a default stream group, was to become private.
 * @error BAD_REQUEST The stream was to become web-public, and the organization has no such streams, you may not create
 *   them, or the stream would be private or hide its history.
 */
export const updateStreamEndpoint = endpoint('PATCH /streams/{stream_id}', {
  summary: 'Change a stream',
  overSocket: true,
  params: {
    /** Id of the stream. */
    stream_id: pathId(),
    /** The new description, in Markdown: at most 1,024 characters. It is one line: newlines become spaces. */
    description: text().optional(),
    /**
     * The new name: 1 to 60 characters, none of them a control, surrogate or non-character code point. No other stream
     * may have it in any case.
     */
    new_name: text().optional(),
    /** Whether only subscribers see the stream, and administrators that it exists. */
    is_private: flag().optional(),
    /** Whether everybody can read the stream, guests and people without an account as well. */
    is_web_public: flag().optional(),
    /**
     * Whether subscribers of the private stream see what was sent before they came. Ignored unless `is_private` or
     * `is_web_public` is sent. A stream that becomes private hides its history unless this is `true`; all other streams
     * always show it.
     */
    history_public_to_subscribers: flag().optional(),
    stream_post_policy: json(postPolicySchema).optional(),
    /** Deprecated, and ignored beside `stream_post_policy`: `true` stands for policy 2, `false` for policy 1. */
    is_announcement_only: flag().optional(),
    message_retention_days: text(retentionSchema).optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateStream', params)
  },
})

/**
 * Ends a stream for good. Administrators of the organization or of the stream may. Everybody is unsubscribed, and the
 * messages count as read. People can still read what they received; nobody else sees any of it. The stream is no
 * default stream any more, is in no default stream group, and is given another name, so that a new stream may have its
 * name. All who knew of the stream are told by an event `stream`, `delete`.
 *
 * @error BAD_REQUEST The stream does not exist, is archived already, or you may not know of it.
 * @error UNAUTHORIZED_PRINCIPAL You administer neither the organization nor the stream.
 */
export const archiveStreamEndpoint = endpoint('DELETE /streams/{stream_id}', {
  summary: 'Archive a stream',
  overSocket: true,
  params: {
    /** Id of the stream. */
    stream_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('archiveStream', params)
  },
})

/**
 * Answers the topics that have a message which you can see. If the history of the stream is closed to you, these are
 * the topics of the messages that you received.
 *
 * @error BAD_REQUEST The stream does not exist, or you may not see its messages.
 */
export const topicsEndpoint = endpoint('GET /users/me/{stream_id}/topics', {
  summary: 'Topics of a stream, newest first',
  large: true,
  params: {
    /** Id of the stream. */
    stream_id: pathId(),
  },
  returns: {
    /** The topics, the one with the newest message first. Names that differ only in case are one topic. */
    topics: z.array(
      z.object({
        /** Name of the topic, spelled as in its newest message. */
        name: z.string(),
        /** Id of the newest message of the topic that you can see. */
        max_id: z.int(),
      }),
    ),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const { stream, subscribed } = await viewContent(sql, account, params)
    const topics = mayReadHistory(account, stream, subscribed)
      ? await topicsOfStream(sql, stream.id)
      : await receivedTopics(sql, stream.id, account.id)
    return { topics }
  },
})
