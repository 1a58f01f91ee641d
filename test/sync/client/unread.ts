import type { UnreadMessages } from '../../../src/flags/schema'
import type { Client } from './client'
import type { Place } from './unread-place'

/** Places of unread messages, from how the state tells them. */
export function placesOf({ pms, huddles, streams, mentions }: UnreadMessages, user_id: number): Map<number, Place> {
  const others = (ids: number[]) => ids.filter((id) => id !== user_id)
  const places = [
    ...pms.map(({ other_user_id, unread_message_ids }) => [{ others: others([other_user_id]) }, unread_message_ids]),
    ...huddles.map(({ user_ids_string, unread_message_ids }) => [
      { others: others(user_ids_string.split(',').map(Number)) },
      unread_message_ids,
    ]),
    ...streams.map(({ stream_id, topic, unread_message_ids }) => [{ stream_id, topic }, unread_message_ids]),
  ] as [Place, number[]][]
  return new Map(
    places.flatMap(([place, ids]) =>
      ids.map((id) => [id, { ...place, mentioned: mentions.includes(id) }] as [number, Place]),
    ),
  )
}

/** The unread messages as the state tells them. */
export function unreadOf(client: Client): UnreadMessages {
  const { unread, user_id, state } = client
  const lists: Record<'pms' | 'huddles' | 'streams', Map<string, number[]>> = {
    pms: new Map(),
    huddles: new Map(),
    streams: new Map(),
  }
  const mentions: number[] = []
  let count = 0
  for (const [id, place] of [...unread].toSorted(([left], [right]) => left - right)) {
    const muted = isMuted(client, place)
    if (!muted) count += 1
    if (isMention(client, id, { place, muted })) mentions.push(id)
    const [list, key] = keyOf(place, user_id)
    lists[list].set(key, [...(lists[list].get(key) ?? []), id])
  }
  return {
    count,
    mentions,
    old_unreads_missing: state.unread_msgs.old_unreads_missing,
    pms: entries(lists.pms).map(([key, unread_message_ids]) => {
      const other_user_id = Number(key)
      return { other_user_id, sender_id: other_user_id, unread_message_ids }
    }),
    huddles: entries(lists.huddles).map(([user_ids_string, unread_message_ids]) => ({
      user_ids_string,
      unread_message_ids,
    })),
    streams: entries(lists.streams).map(([key, unread_message_ids]) => {
      const [stream_id, topic] = JSON.parse(key) as [number, string]
      return { stream_id, topic, unread_message_ids }
    }),
  }
}

const entries = (list: Map<string, number[]>) => [...list]

function keyOf(place: Place, user_id: number): ['pms' | 'huddles' | 'streams', string] {
  if ('stream_id' in place) return ['streams', JSON.stringify([place.stream_id, place.topic])]
  const { others } = place
  if (others.length < 2) return ['pms', String(others[0] ?? user_id)]
  return ['huddles', [...others, user_id].toSorted((left, right) => left - right).join()]
}

function isMuted({ state }: Client, place: Place): boolean {
  if (!('stream_id' in place)) return false
  const stream = state.subscriptions.find(({ stream_id }) => stream_id === place.stream_id)
  if (stream?.is_muted === true) return true
  const topic = place.topic.toLowerCase()
  return state.muted_topics.some(([name, muted]) => name === stream?.name && muted.toLowerCase() === topic)
}

/** What mentions everybody counts only where nothing is muted. */
function isMention({ messages }: Client, id: number, { place, muted }: { place: Place; muted: boolean }): boolean {
  const flags = messages.get(id)?.flags
  if (flags === undefined) return place.mentioned
  return flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !muted)
}
