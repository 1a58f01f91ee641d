import type { Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { jsonLists } from '../core/sql/json-lists'
import { fragment, type Fragment } from '../core/sql/sql'
import { foldCase } from '../core/base/unicode'
import { renderedDescription } from '../messages/rendering'
import { policyAdmits } from '../accounts/policies'
import { settingsOf } from '../accounts/settings'
import { assertOwner } from '../accounts/roles'
import { assertRoom } from '../accounts/limit-room'
import { countUse } from '../accounts/limit-use'
import { assertMayMakeWebPublic } from './privacy'
import { type ListedStream, type StreamRow } from './queries'
import { retention, type Retention } from './retention'

export interface NewStreamOptions {
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers?: boolean | undefined
  stream_post_policy: number
  message_retention_days: Retention
}

/** Streams that one request may create. */
const newStreamsLimit = 200

/** Refuses if `wanted` more streams would exceed a limit. */
export async function assertRoomForStreams(turn: Turn, wanted: number): Promise<void> {
  if (wanted > newStreamsLimit) throw refused(`Too many new streams at once (limit: ${newStreamsLimit})`)
  await assertRoom(turn, 'streams', wanted)
}

/** The row of a new stream. Refuses actors who may not create one of its kind (endpoints, Subscriptions). */
export async function newStream(
  turn: Turn,
  { name, description }: { name: string; description: string },
  options: NewStreamOptions,
): Promise<ListedStream> {
  const { actor, now } = turn
  const settings = settingsOf(actor)
  if (options.is_web_public) assertMayMakeWebPublic(turn)
  else {
    const policy = options.invite_only ? settings.create_private_stream_policy : settings.create_public_stream_policy
    if (!policyAdmits(policy, actor, now)) throw refused('Insufficient permission', { reason: 'not_allowed' })
  }
  if (options.is_web_public && options.invite_only) throw refused('A web-public stream cannot be private.')
  if (options.message_retention_days !== 'realm_default') assertOwner(actor)
  return {
    id: turn.next('recipient'),
    realm_id: turn.realm_id,
    name,
    description,
    rendered_description: await renderedDescription(turn, description),
    date_created: now,
    invite_only: Number(options.invite_only),
    is_web_public: Number(options.is_web_public),
    history_public_to_subscribers: Number(!options.invite_only || options.history_public_to_subscribers === true),
    stream_post_policy: options.stream_post_policy,
    message_retention_days: retention(options.message_retention_days),
    is_default: 0,
    first_message_id: null,
    weekly_traffic: null,
  }
}

/**
 * Inserts new streams, many by one statement, and counts them for a person. They always count for the person who owned the
 * creating bot at that time, whoever owns it later.
 */
export const insertStreams = (
  streams: readonly StreamRow[],
  { creator_id, charged_to }: { creator_id: number; charged_to: number },
): Fragment[] => {
  if (streams.length === 0) return []
  return [...insertions(streams, creator_id), countUse('streams', { user_id: charged_to, amount: streams.length })]
}

const insertions = (streams: readonly StreamRow[], creator_id: number): Fragment[] =>
  jsonLists(streams.map((stream) => ({ ...stream, name_key: foldCase(stream.name) }))).map(
    ({ json }) => fragment`
      insert into stream (
        id, realm_id, name, name_key, description, rendered_description, date_created, creator_id, invite_only,
        is_web_public, history_public_to_subscribers, stream_post_policy, message_retention_days, is_default
      )
      select
        value ->> 'id', value ->> 'realm_id', value ->> 'name', value ->> 'name_key', value ->> 'description',
        value ->> 'rendered_description', value ->> 'date_created', ${creator_id}, value ->> 'invite_only',
        value ->> 'is_web_public', value ->> 'history_public_to_subscribers', value ->> 'stream_post_policy',
        value ->> 'message_retention_days', value ->> 'is_default'
      from json_each(${json})`,
  )
