import type { EventTable } from '../core/live/event-table'
import type { UpdateEvent } from '../edits/events'
import type { StoredEvent } from './schema'

/** Of an edit, what is of the text and not of the place. */
const ofText = [
  'content',
  'rendered_content',
  'orig_content',
  'orig_rendered_content',
  'prev_rendered_content_version',
  'is_me_message',
] as const

/** Events that hold the text of a message, which must not outlast it. New messages are told again from their rows. */
export const about: EventTable['about'] = (event) => {
  if (event.type === 'submessage') return [event.message_id]
  return event.type === 'update_message' && event.content !== undefined ? [event.message_id] : []
}

/** An event without the text of deleted messages; null when nothing is left. What holds no text of theirs stays as it is. */
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

/** What an edit tells of others: they were moved with the message. */
function withoutText(event: UpdateEvent): StoredEvent | null {
  if (event.message_ids.length === 1) return null
  const rest = { ...event }
  for (const name of ofText) delete rest[name]
  return rest
}
