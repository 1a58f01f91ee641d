import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { jsonLists } from '../core/sql/json-lists'
import { settingsOfUsers } from '../settings/queries'
import type { ListedStream } from '../streams/queries'
import type { StoredAddedEvent } from './events'
import type { Principal } from './principals'
import { formerProperties, type NewSubscription } from './queries'
import { generalSettings, ownProperties, subscribedStream } from './schema'
import { subscribersOf } from './subscribers'

/** A new subscription, with its person and its stream. */
export interface Addition extends NewSubscription {
  person: Principal
  stream: ListedStream
}

/**
 * Events `subscription`, `add`: one, or several if it would be very long (events, subscription). Nothing is read for
 * people without an event queue.
 */
export async function subscriptionsAdded(turn: Turn, added: readonly Addition[]): Promise<OutgoingEvent[]> {
  const listenerAdditions = added.filter(({ person }) => turn.listening.has(person.id))
  if (listenerAdditions.length === 0) return []
  const streams = new Map(listenerAdditions.map(({ stream }) => [stream.id, stream]))
  const user_ids = [...new Set(listenerAdditions.map(({ person }) => person.id))]
  const before = await subscribersOf(turn, [...streams.keys()])
  const former = await formerProperties(turn.sql, user_ids, [...streams.keys()])
  const settings = await settingsOfUsers(turn.sql, user_ids)

  const subscribers = new Map([...streams.keys()].map((id) => [id, [...(before.get(id) ?? [])]]))
  for (const { person, stream } of added) subscribers.get(stream.id)?.push(person.id)
  const listed = [...streams.values()].map((stream) => ({
    ...subscribedStream(stream),
    subscribers: subscribers.get(stream.id)!.toSorted((a, b) => a - b),
  }))
  return jsonLists(listed).map(({ items }) => {
    const places = new Map(items.map(({ stream_id }, at) => [stream_id, at]))
    const each: Record<number, Pick<StoredAddedEvent, 'own' | 'general'>> = {}
    for (const { person, stream, color } of listenerAdditions) {
      const user_id = person.id
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
