import { tell, type OutgoingEvent, type Turn } from '../core/turn/change'
import { subscriberIds } from '../subscriptions/queries'
import type { PeerEvent } from '../subscriptions/events'
import { postPolicy } from './access'
import { streamViewers } from './audience'
import type { StreamChangedEvent } from './events'
import { streamListEvents } from './list-events'
import type { ListedStream, StreamRow } from './queries'

/**
 * Events of a changed stream (events, stream). Users who gain access get `create` and its subscribers; users who lose it get
 * `delete`.
 */
export async function streamChanged(turn: Turn, before: ListedStream, after: ListedStream): Promise<OutgoingEvent[]> {
  if (turn.listening.users().length === 0) return []
  const former = new Set(await streamViewers(turn, before))
  const viewers = await streamViewers(turn, after)
  const staying = viewers.filter((user_id) => former.has(user_id))
  const gaining = viewers.filter((user_id) => !former.has(user_id))
  const losing = [...former].filter((user_id) => !viewers.includes(user_id))
  const subscribers = [...(await turn.cached(subscriberIds, before.id))]
  const peers: PeerEvent = { type: 'subscription', op: 'peer_add', stream_ids: [before.id], user_ids: subscribers }
  return [
    ...streamListEvents(turn, 'create', [after], () => gaining),
    ...(subscribers.length > 0 && gaining.length > 0 ? [tell(gaining, peers)] : []),
    ...propertyEvents(before, after).map((event) => tell(event.property === 'invite_only' ? viewers : staying, event)),
    ...streamListEvents(turn, 'delete', [before], () => losing),
  ]
}

/** One event for each changed property. The name comes last, because all of the events contain the old name. */
function propertyEvents(before: StreamRow, after: StreamRow): StreamChangedEvent[] {
  const events: StreamChangedEvent[] = []
  const addEvent = (property: string, value: StreamChangedEvent['value'], extras: Partial<StreamChangedEvent> = {}) =>
    events.push({ type: 'stream', op: 'update', stream_id: before.id, name: before.name, property, value, ...extras })
  const differs = (...properties: (keyof StreamRow)[]): boolean =>
    properties.some((property) => before[property] !== after[property])

  if (differs('message_retention_days')) addEvent('message_retention_days', after.message_retention_days)
  if (differs('description'))
    addEvent('description', after.description, { rendered_description: after.rendered_description })
  if (differs('stream_post_policy')) {
    addEvent('stream_post_policy', after.stream_post_policy)
    addEvent('is_announcement_only', after.stream_post_policy === postPolicy.administrators)
  }
  if (differs('invite_only', 'is_web_public', 'history_public_to_subscribers'))
    addEvent('invite_only', Boolean(after.invite_only), {
      history_public_to_subscribers: Boolean(after.history_public_to_subscribers),
      is_web_public: Boolean(after.is_web_public),
    })
  if (differs('name')) {
    addEvent('email_address', '')
    addEvent('name', after.name)
  }
  return events
}
