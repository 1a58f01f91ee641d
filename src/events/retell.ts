import type { EventTable } from '../core/live/event-table'
import type { Entry } from '../core/live/event-log'
import { lastId } from '../core/sql/ids'
import { retoldMarks } from '../read-state/told-marks'
import { linkifiersOf } from '../linkifiers/queries'
import { messageEvent } from '../messages/events'
import { announcedMessages } from '../messages/announced-messages'
import { flagNames, viewOf } from '../messages/view'
import { realmById } from '../realm/queries'
import { showsAddresses } from '../users/email-visibility'
import type { EventQueueOptions } from './queue-options'

/**
 * Reads the events of new messages from the rows of the messages, and the events of read marks, for a queue that outlived the
 * object's memory.
 */
export const retell: EventTable['retell'] = async (sql, { user_id, options, allPublicStreams, counters }, between) => {
  const { realm_id, after, up_to } = between
  const { string_id } = options as EventQueueOptions
  const from_id = lastId(realm_id, counters, 'message') + 1
  const [marks, { rows, complete_to: announced_to }, linkifiers, realm] = await Promise.all([
    retoldMarks(sql, { user_id, ...between }),
    announcedMessages(sql, { id: user_id, realm_id }, { from_id, after, up_to, allPublicStreams }),
    linkifiersOf(sql, realm_id),
    realmById(sql, realm_id),
  ])
  const ofRealm = { string_id, linkifiers, client_gravatar: showsAddresses(realm!) }
  const entries = rows.map((row): Entry => {
    const echo = row.queue_id === null ? null : { queue_id: row.queue_id, local_id: row.local_id! }
    const received = row.is_delivered ? { flags: flagNames(row), allPublicStreams: false } : notReceived
    return { id: row.event_id, to: [user_id], event: messageEvent(viewOf(row), { ...ofRealm, ...received, echo }) }
  })
  return { entries: [...entries, ...marks.entries], complete_to: Math.min(announced_to, marks.complete_to) }
}

const notReceived = { flags: [], allPublicStreams: true }
