import type { Turn } from '../core/change'
import { refused } from '../core/errors'
import { fragment, type Fragment } from '../core/sql'
import { foldCase } from '../core/unicode'
import { renderDescription } from '../markdown/render'
import { admits } from '../realm/policies'
import { settingsOf } from '../realm/settings'
import { isOwner } from '../users/roles'
import type { StreamRow } from './queries'

export interface NewStreamOptions {
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers?: boolean | undefined
  stream_post_policy: number
  message_retention_days: number | 'unlimited' | 'realm_default'
}

/** A stream as the actor wants it, if they may create one of its kind (endpoints, Subscriptions). */
export function newStream(
  turn: Turn,
  { name, description }: { name: string; description: string },
  options: NewStreamOptions,
): StreamRow {
  const { actor, now } = turn
  const settings = settingsOf(actor)
  const policy = options.is_web_public
    ? settings.create_web_public_stream_policy
    : options.invite_only
      ? settings.create_private_stream_policy
      : settings.create_public_stream_policy
  if (!admits(policy, actor, now)) throw refused('Insufficient permission')
  if (options.is_web_public && options.invite_only) throw refused('A web-public stream cannot be private.')
  if (options.message_retention_days !== 'realm_default' && !isOwner(actor))
    throw refused('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
  return {
    id: turn.next('recipient'),
    realm_id: turn.realm_id,
    name,
    description,
    rendered_description: renderDescription(description),
    date_created: now,
    invite_only: Number(options.invite_only),
    is_web_public: Number(options.is_web_public),
    history_public_to_subscribers: Number(!options.invite_only || options.history_public_to_subscribers === true),
    stream_post_policy: options.stream_post_policy,
    message_retention_days: retention(options.message_retention_days),
    is_default: 0,
  }
}

/** Stored as days; -1 is for ever, null as the realm says. */
const retention = (days: NewStreamOptions['message_retention_days']): number | null =>
  days === 'realm_default' ? null : days === 'unlimited' ? -1 : days

/** Streams in one statement: their texts stay below what D1 binds as one value. */
const mostAtOnce = 50

/** Few statements, however many streams. */
export function insertStreams(streams: readonly StreamRow[], creator_id: number): Fragment[] {
  const writes: Fragment[] = []
  for (let start = 0; start < streams.length; start += mostAtOnce) {
    const rows = streams
      .slice(start, start + mostAtOnce)
      .map((stream) => ({ ...stream, name_key: foldCase(stream.name) }))
    writes.push(fragment`
      insert into stream (
        id, realm_id, name, name_key, description, rendered_description, date_created, creator_id, invite_only,
        is_web_public, history_public_to_subscribers, stream_post_policy, message_retention_days, is_default
      )
      select
        value ->> 'id', value ->> 'realm_id', value ->> 'name', value ->> 'name_key', value ->> 'description',
        value ->> 'rendered_description', value ->> 'date_created', ${creator_id}, value ->> 'invite_only',
        value ->> 'is_web_public', value ->> 'history_public_to_subscribers', value ->> 'stream_post_policy',
        value ->> 'message_retention_days', value ->> 'is_default'
      from json_each(${JSON.stringify(rows)})`)
  }
  return writes
}
