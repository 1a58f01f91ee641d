import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, pathId, text } from '../core/http/params'
import { isAdministrator, isGuest } from '../accounts/roles'
import { mayReadHistory, viewContent, viewStream } from './access'
import { activeSubscribers, streamsMatching, topicsOfStream, topicsReceived } from './queries'
import { retentionSchema } from './retention'
import { postPolicySchema, stream, streamSchema } from './schema'

export const streamsEndpoint = endpoint('GET /streams', {
  summary: 'Streams you may see',
  params: {
    include_public: flag().default(true),
    include_web_public: flag().default(false),
    include_subscribed: flag().default(true),
    include_all_active: flag().default(false),
    include_default: flag().default(false),
    include_owner_subscribed: flag().default(false),
  },
  returns: { streams: z.array(streamSchema.extend({ is_default: z.boolean().optional() })) },
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
      })),
    }
  },
})

export const streamIdEndpoint = endpoint('GET /get_stream_id', {
  summary: 'The id of a stream',
  params: { stream: text() },
  returns: { stream_id: z.int() },
  async run({ params, viewer, sql }) {
    const accessed = await viewStream(sql, await viewer(), { name: params.stream })
    return { stream_id: accessed.stream.id }
  },
})

export const streamMembersEndpoint = endpoint('GET /streams/{stream_id}/members', {
  summary: 'Ids of the subscribers of a stream',
  params: { stream_id: pathId() },
  returns: { subscribers: z.array(z.int()) },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const [subscribers] = await Promise.all([
      activeSubscribers(sql, params.stream_id),
      viewStream(sql, account, params),
    ])
    return { subscribers }
  },
})

export const updateStreamEndpoint = endpoint('PATCH /streams/{stream_id}', {
  summary: 'Change a stream',
  params: {
    stream_id: pathId(),
    description: text().optional(),
    new_name: text().optional(),
    is_private: flag().optional(),
    is_web_public: flag().optional(),
    history_public_to_subscribers: flag().optional(),
    stream_post_policy: json(postPolicySchema).optional(),
    is_announcement_only: flag().optional(),
    message_retention_days: text(retentionSchema).optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('updateStream', params)
  },
})

export const archiveStreamEndpoint = endpoint('DELETE /streams/{stream_id}', {
  summary: 'Archive a stream',
  params: { stream_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('archiveStream', params)
  },
})

export const topicsEndpoint = endpoint('GET /users/me/{stream_id}/topics', {
  summary: 'Topics of a stream, newest first',
  params: { stream_id: pathId() },
  returns: { topics: z.array(z.object({ name: z.string(), max_id: z.int() })) },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    const { stream, subscribed } = await viewContent(sql, account, params)
    const topics = mayReadHistory(account, stream, subscribed)
      ? await topicsOfStream(sql, stream.id)
      : await topicsReceived(sql, stream.id, account.id)
    return { topics }
  },
})
