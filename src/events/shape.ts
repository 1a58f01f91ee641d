import type { Queue } from '../core/live/queue'
import type { EventTable, WireEvent } from '../core/live/event-table'
import type { PersonalEvent } from '../core/live/event-log'
import { oneByOne } from '../edits/events'
import { messageFor } from '../messages/events'
import { addedFor } from '../subscriptions/events'
import { withoutAddress } from '../presence/schema'
import { addressesOneByOne } from '../users/email-visibility-events'
import { passes } from './filter'
import { mergeEvents } from './merge'
import { brings, type EventQueueOptions } from './queue-options'

/** Types that every queue gets (register, Parameters). */
const unconditionalTypes = new Set(['heartbeat', 'restart'])

/** Older types, with the capability by which a client says that it does not need them (register, client_capabilities). */
const withoutCapability: Record<string, string> = {
  update_display_settings: 'user_settings_object',
  update_global_notifications: 'user_settings_object',
}

const optionsOf = ({ options }: Pick<Queue, 'options'>): EventQueueOptions => options as EventQueueOptions

/** Whether a queue gets an event (register; events, message). */
export const wants: EventTable['wants'] = (queue, event) => {
  const options = optionsOf(queue)
  const { capabilities, all_public_streams, narrow } = options
  if (unconditionalTypes.has(event.type)) return true
  if (!brings(options, event.type)) return false
  if (event.type in withoutCapability && capabilities.includes(withoutCapability[event.type]!)) return false
  if (event.type === 'typing' && event.message_type === 'stream')
    return capabilities.includes('stream_typing_notifications')
  if (event.type !== 'message') return true
  if (event.allPublicStreams && !all_public_streams && narrow.length === 0) return false
  return passes(event, { narrow })
}

/** The events in the form that the queue's client expects (events). */
export const shape: EventTable['shape'] = (queue, events) =>
  mergeEvents(
    events.flatMap((one) => shapes(queue, one)),
    queue,
  )

/** One event, or several for a client that does not know the combined one. */
function shapes(queue: Queue, { id, event }: PersonalEvent): WireEvent[] {
  const options = optionsOf(queue)
  switch (event.type) {
    case 'message':
      return [{ ...messageFor(event, options, queue.id), id }]
    case 'delete_message':
      if (options.capabilities.includes('bulk_message_deletion')) return [{ ...event, id }]
      // The client may have acknowledged some of the pieces.
      return oneByOne(event, id).filter((one) => one.id > (queue.acknowledged ?? queue.base))
    case 'realm_user':
      if (!('people' in event)) return [{ ...event, id }]
      return addressesOneByOne(event, id).filter((one) => one.id > (queue.acknowledged ?? queue.base))
    case 'subscription':
      return [{ ...(event.op === 'add' ? addedFor(event, options.capabilities) : event), id }]
    case 'presence':
      return [{ ...(options.slim_presence ? withoutAddress(event) : event), id }]
    default:
      return [{ ...event, id }]
  }
}
