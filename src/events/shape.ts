import type { Queue } from '../core/live/queue'
import type { EventTable, WireEvent } from '../core/live/event-table'
import type { Entry } from '../core/live/event-log'
import { oneByOne } from '../edits/events'
import { messageFor } from '../messages/events'
import { addedFor } from '../subscriptions/events'
import { withoutAddress } from '../presence/schema'
import { addressesOneByOne } from '../users/email-visibility-events'
import { passes } from './filter'
import { merged } from './merge'
import type { EventQueueOptions } from './queue-options'
import type { StoredEvent } from './schema'

/** Types that every queue brings (register, Parameters). */
const always = new Set(['heartbeat', 'restart'])

/** Older types, and the capability with which a client says that it does not need them (register, client_capabilities). */
const withoutCapability: Record<string, string> = {
  update_display_settings: 'user_settings_object',
  update_global_notifications: 'user_settings_object',
}

const optionsOf = ({ options }: Pick<Queue, 'options'>): EventQueueOptions => options as EventQueueOptions

/** The event as one user is told of it. */
const eventFor = (user_id: number, { event, each }: Entry): StoredEvent =>
  each?.[user_id] === undefined ? event : ({ ...event, ...each[user_id] } as StoredEvent)

/** Whether a queue is told of an event (register; events, message). */
export const wants: EventTable['wants'] = (queue, entry) => {
  const { event_types, capabilities, all_public_streams, narrow } = optionsOf(queue)
  const event = eventFor(queue.user_id, entry)
  if (always.has(event.type)) return true
  if (event_types !== null && !event_types.includes(event.type)) return false
  if (event.type in withoutCapability && capabilities.includes(withoutCapability[event.type]!)) return false
  if (event.type === 'typing' && event.message_type === 'stream')
    return capabilities.includes('stream_typing_notifications')
  if (event.type !== 'message') return true
  if (event.allPublicStreams && !all_public_streams && narrow.length === 0) return false
  return passes(event, { narrow })
}

/** What a queue's client is sent (events). */
export const shape: EventTable['shape'] = (queue, entries) =>
  merged(
    entries.flatMap((entry) => shapes(queue, entry)),
    queue,
  )

/** One event, or several where the client can only be told piece by piece. */
function shapes(queue: Queue, entry: Entry): WireEvent[] {
  const { id } = entry
  const options = optionsOf(queue)
  const event = eventFor(queue.user_id, entry)
  switch (event.type) {
    case 'message':
      return [{ ...messageFor(event, options, queue.id), id }]
    case 'delete_message':
      if (options.capabilities.includes('bulk_message_deletion')) return [{ ...event, id }]
      // A client may have come as far as the middle of what it is told piece by piece.
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
