import type { EventTable } from '../core/live/event-table'
import type { UpdateEvent } from '../edits/events'
import type { StoredEvent } from './schema'

/** Fields of `update_message` about the content, not about the stream or topic. */
const contentFields = [
  'content',
  'rendered_content',
  'orig_content',
  'orig_rendered_content',
  'prev_rendered_content_version',
  'is_me_message',
] as const

/**
 * The messages whose text an event contains: the text must not outlast its message. A `message` event has none, because it is
 * read again from the message's row.
 */
export const subjectsOf: EventTable['subjectsOf'] = (event) => {
  if (event.type === 'submessage') return [event.message_id]
  return event.type === 'update_message' && event.content !== undefined ? [event.message_id] : []
}

/** The event without the text of deleted messages; null if nothing remains. Returns the same object if there is no such text. */
export const without: EventTable['without'] = (event, gone) => {
  switch (event.type) {
    case 'message':
      return gone.has(event.message.id) ? null : event
    case 'submessage':
      return gone.has(event.message_id) ? null : event
    case 'update_message':
      return gone.has(event.message_id) ? withoutText(event) : event
    default:
      return event
  }
}

/** The part of an edit about the other messages, which were moved together with the deleted one. */
function withoutText(event: UpdateEvent): StoredEvent | null {
  if (event.message_ids.length === 1) return null
  const rest = { ...event }
  for (const name of contentFields) delete rest[name]
  return rest
}
