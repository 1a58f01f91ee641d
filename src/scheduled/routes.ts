import { z } from 'zod'
import { refused } from '../core/base/errors'
import { endpoint } from '../core/http/endpoint'
import { json, pathId, text } from '../core/http/params'
import { longestRaw } from '../messages/text'
import { scheduledOf, waitingMessage } from './queries'
import { scheduledMessageSchema } from './schema'

/**
 * Your messages that `POST /messages` took with `delivery_type` `send_later` or `remind`, until their time comes. Clients that
 * hold an event queue need not ask again: if they name `scheduled_messages` in `POST /register`, they find them there, and are
 * told of changes.
 */
export const scheduledMessagesEndpoint = endpoint('GET /scheduled_messages', {
  summary: 'Your scheduled messages and reminders',
  returns: {
    /** All that wait, the soonest first. */
    scheduled_messages: z.array(scheduledMessageSchema),
  },
  async run({ viewer, sql }) {
    const { id } = await viewer()
    return { scheduled_messages: (await scheduledOf(sql, id)).map(waitingMessage) }
  },
})

/**
 * Changes what you pass, and leaves the rest. If the text, the recipients or the topic change, you must be allowed to send the
 * whole message now, as when it is scheduled. A reminder stays a reminder.
 *
 * @error BAD_REQUEST Nothing was passed that could change; or `type` without `to`, or `type` `stream` without `topic`.
 * @error BAD_REQUEST The time is not in the future, or is more than a year ahead.
 * @error BAD_REQUEST You could not send this message, for one of the reasons that `POST /messages` has.
 * @error BAD_REQUEST A reminder would be about a private message to others.
 * @error BAD_REQUEST Your scheduled messages would have more than 4,000,000 bytes together, as text and as HTML.
 * @error STREAM_DOES_NOT_EXIST There is no such stream. `stream` is its name or id as you sent it, and `stream_id` is there
 *   if it was an id.
 * @error 404 BAD_REQUEST You have no such scheduled message: it was sent or cancelled, or it is another account's.
 */
export const updateScheduledEndpoint = endpoint('PATCH /scheduled_messages/{scheduled_message_id}', {
  summary: 'Change a scheduled message or a reminder',
  overSocket: true,
  params: {
    /** Id of the scheduled message. */
    scheduled_message_id: pathId(),
    /** `stream` or `private`. With it, `to` must be there, and for a stream `topic`. */
    type: text(z.enum(['stream', 'private'])).optional(),
    /** Where it goes: the id of the stream, or a JSON list of ids of people. Other forms of `POST /messages` are good, too. */
    to: text(z.string().max(longestRaw)).optional(),
    /** The topic, at most 60 characters. Ignored for people. */
    topic: text(z.string().max(longestRaw)).anyCharacters().optional(),
    /** Text in Markdown: at most 10,000 bytes. It must not be blank. */
    content: text(z.string().max(longestRaw)).anyCharacters().optional(),
    /** When it is sent, in seconds since 1970 UTC: at most a year ahead. */
    scheduled_delivery_timestamp: json(z.int()).optional(),
  },
  returns: {},
  async run({ params, realm }) {
    const { scheduled_message_id: _, ...changes } = params
    const { type, to, topic } = changes
    if (Object.values(changes).every((value) => value === undefined)) throw refused('Nothing to change')
    if (type !== undefined && to === undefined)
      throw refused('Recipient required when updating type of scheduled message.')
    if (type === 'stream' && topic === undefined)
      throw refused('Topic required when updating scheduled message type to stream.')
    return realm.perform('updateScheduled', params)
  },
})

/**
 * Nothing is sent then.
 *
 * @error 404 BAD_REQUEST You have no such scheduled message: it was sent or cancelled, or it is another account's.
 */
export const cancelScheduledEndpoint = endpoint('DELETE /scheduled_messages/{scheduled_message_id}', {
  summary: 'Cancel a scheduled message or a reminder',
  overSocket: true,
  params: {
    /** Id of the scheduled message. */
    scheduled_message_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('cancelScheduled', params)
  },
})
