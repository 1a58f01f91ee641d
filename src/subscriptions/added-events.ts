import { tell, type Told, type Turn } from '../core/turn/change'
import { jsonLists } from '../core/sql/json-lists'
import { settingsOfUsers } from '../settings/queries'
import type { ListedStream } from '../streams/queries'
import type { StoredAddedEvent } from './events'
import { formerProperties } from './queries'
import { generalSettings, ownProperties, subscribedStream } from './schema'
import { subscribersOf } from './subscribers'

/** Somebody who is subscribed now, and how that looks to them. */
export interface Joining {
  user_id: number
  stream: ListedStream
  color: string
}

/**
 * Tells people of their new subscriptions, by one event unless it would be very long (events, subscription). Nothing is
 * read for those who do not listen.
 */
export async function subscriptionsAdded(turn: Turn, joining: readonly Joining[]): Promise<Told[]> {
  const heard = joining.filter(({ user_id }) => turn.listening.has(user_id))
  if (heard.length === 0) return []
  const streams = new Map(heard.map(({ stream }) => [stream.id, stream]))
  const user_ids = [...new Set(heard.map(({ user_id }) => user_id))]
  const before = await subscribersOf(turn, [...streams.keys()])
  const former = await formerProperties(turn.sql, user_ids, [...streams.keys()])
  const settings = await settingsOfUsers(turn.sql, user_ids)

  const subscribers = new Map([...streams.keys()].map((id) => [id, [...(before.get(id) ?? [])]]))
  for (const { user_id, stream } of joining) subscribers.get(stream.id)?.push(user_id)
  const listed = [...streams.values()].map((stream) => ({
    ...subscribedStream(stream),
    subscribers: subscribers.get(stream.id)!.toSorted((left, right) => left - right),
  }))
  return jsonLists(listed).map(({ items }) => {
    const places = new Map(items.map(({ stream_id }, at) => [stream_id, at]))
    const each: Record<number, Pick<StoredAddedEvent, 'own' | 'general'>> = {}
    for (const { user_id, stream, color } of heard) {
      const at = places.get(stream.id)
      if (at === undefined) continue
      const columns = former.get(user_id)?.get(stream.id)
      each[user_id] ??= { own: [], general: generalSettings(settings.get(user_id)!) }
      each[user_id].own.push(columns === undefined ? [at, color] : [at, color, ownProperties(columns)])
    }
    const event: StoredAddedEvent = {
      type: 'subscription',
      op: 'add',
      streams: [...items],
      own: [],
      general: null,
    }
    return tell(Object.keys(each).map(Number), event, each)
  })
}
