import { foldCase } from '../core/base/unicode'
import type { Sql } from '../core/sql/sql'
import { bit } from '../user-messages/bits'
import { firstDigested, recentFacts, type FactsOfPlace } from './digests'
import { unread } from '../user-messages/ranges'
import { markersOf } from './read-marks'
import type { UnreadReader, UnreadRow } from './unread-row'

/** A stream or conversation, and where its unread messages begin. */
interface Source {
  recipient_id: number
  low: number
  high: number
}

/**
 * Unread messages among those that digests have, and above (`read-state/digests.ts`). It reads a few hundred rows,
 * however many there are. Without those that were marked unread again.
 */
export async function recentUnread(sql: Sql, reader: UnreadReader): Promise<UnreadRow[]> {
  const { id: user_id, realm_id } = reader
  const [{ from, places }, sources, isMarked, noted, muted, topics] = await Promise.all([
    recentFacts(sql, realm_id),
    sql`select recipient_id, low, high from (${unread(user_id, {})})`.all<Source>(),
    markersOf(sql, realm_id, [user_id], firstDigested(realm_id)),
    sql`
      select message_id as id, flags from message_flag indexed by mentioning_message
      where user_id = ${user_id} and flags & 8 and message_id >= ${firstDigested(realm_id)}
      union
      select message_id, flags from message_flag indexed by message_marked_unread
      where user_id = ${user_id} and flags & 128 and message_id >= ${firstDigested(realm_id)}
    `.all<{ id: number; flags: number }>(),
    sql`select stream_id from subscription where user_id = ${user_id} and active and is_muted`.all<{
      stream_id: number
    }>(),
    sql`select stream_id, topic_key from muted_topic where user_id = ${user_id}`.all<{
      stream_id: number
      topic_key: string
    }>(),
  ])
  if (from === null) return []
  const ranges = new Map(sources.map((source) => [source.recipient_id, source]))
  const flags = new Map(noted.map(({ id, flags: bits }) => [id, bits]))
  const mutedStreams = new Set(muted.map(({ stream_id }) => stream_id))
  const mutedTopics = new Set(topics.map(({ stream_id, topic_key }) => `${stream_id} ${topic_key}`))
  const isMuted = ({ recipient_id, topic, member_key }: FactsOfPlace): boolean =>
    member_key === null && (mutedStreams.has(recipient_id) || mutedTopics.has(`${recipient_id} ${foldCase(topic)}`))
  return places.flatMap((place) => {
    const range = ranges.get(place.recipient_id)
    if (range === undefined) return []
    const found = place.messages.filter(
      ({ id, sender_id, is_quiet }) =>
        id >= range.low &&
        id < range.high &&
        sender_id !== user_id &&
        !is_quiet &&
        !isMarked(user_id, id) &&
        ((flags.get(id) ?? 0) & bit.markedUnread) === 0,
    )
    if (found.length === 0) return []
    const { recipient_id, topic, member_key } = place
    const is_muted = Number(isMuted(place))
    return found.map(({ id, is_wildcard }) => ({
      id,
      recipient_id,
      topic,
      member_key,
      is_muted,
      is_mentioned: (flags.get(id) ?? 0) & bit.mentioned,
      is_wildcard: Number(is_wildcard),
    }))
  })
}
