import { z } from 'zod'
import { refused } from '../core/base/errors'
import { endpoint } from '../core/http/endpoint'
import { text } from '../core/http/params'
import { written } from './fields'
import { sending } from './sending-limit'
import { longestRaw } from './text'

/**
 * Every account may send, within its rights in the stream. An incoming webhook bot may do nothing but this. Those who
 * receive the message are told by an event `message`.
 *
 * A message that begins with `/poll` or `/todo` gets a widget. With `delivery_type` the server sends the message later, or
 * reminds you of it.
 *
 * @error STREAM_DOES_NOT_EXIST There is no such stream. `stream` is its name or id as you sent it, and `stream_id` is there
 *   if it was an id.
 * @error BAD_REQUEST You may not post to this stream.
 * @error BAD_REQUEST `to` does not name exactly one stream, or names nobody, more than 1,000 people, or ids and addresses
 *   together.
 * @error BAD_REQUEST A recipient does not exist, or was deactivated.
 * @error BAD_REQUEST The organization does not allow private messages. Only those from bots, and to a single bot, are sent.
 * @error BAD_REQUEST The text is blank, has more than 10,000 bytes or a null byte, or becomes too much HTML.
 * @error BAD_REQUEST The topic is missing, longer than 60 characters, or has characters that cannot be shown; or it is empty,
 *   and the organization requires topics.
 * @error BAD_REQUEST You may not mention everybody in a stream with more than 15 subscribers.
 * @error BAD_REQUEST `queue_id` and `local_id` were not sent together, or `widget_content` is not JSON.
 * @error BAD_REQUEST `sender`, `forged`, `time` or `realm_str` was sent: nobody can send in another account's name.
 * @error BAD_REQUEST `deliver_at` is missing or cannot be read, is not in the future, or is more than a year ahead; or
 *   `tz_guess` is no time zone.
 * @error BAD_REQUEST A reminder would be about a private message to others.
 * @error BAD_REQUEST You have 100 scheduled messages and reminders already.
 */
export const sendMessageEndpoint = endpoint('POST /messages', {
  summary: 'Send a message',
  overSocket: true,
  counted: sending,
  params: {
    /** `stream`: to a topic of a stream. `private`: to people. */
    type: text(z.enum(['stream', 'private'])),
    /**
     * Where it goes. For a stream its name as plain text or as JSON, its id, or a JSON list with one of these. For people
     * a JSON list of ids, a JSON list of addresses, or addresses separated by commas: at most 1,000. You may name yourself.
     */
    to: text(z.string().max(longestRaw)),
    content: written,
    /**
     * The topic, at most 60 characters. Required for a stream, and ignored for people. Empty: without a topic, which is
     * shown as `(no topic)`.
     */
    topic: written.alias('subject').optional(),
    /** One of your event queues, for a message that your client shows already. The event in this queue carries `local_id`. */
    queue_id: text(z.string().min(1).max(200)).optional(),
    /**
     * Your own name for the message, with `queue_id`. If one of your last 200 messages had the same two, nothing is sent,
     * and the answer is the id of that message. So a request can safely be repeated.
     */
    local_id: text(z.string().min(1).max(200)).optional(),
    /** A widget as JSON, such as `{"widget_type": "poll"}`. Without it, the text decides. */
    widget_content: text().optional(),
    /** Not allowed. */
    sender: text().optional(),
    /** Not allowed. */
    forged: text().optional(),
    /** Not allowed. */
    time: text().optional(),
    /** Not allowed. */
    realm_str: text().optional(),
    /** `send_now`, or `send_later` to send it at `deliver_at`, or `remind` to be reminded then, privately and alone. */
    delivery_type: text(z.enum(['send_now', 'send_later', 'remind'])).default('send_now'),
    /** Date and time of later delivery in ISO 8601, at most a year ahead: `2030-05-01 09:30`, with or without an offset. */
    deliver_at: text(z.string().max(100)).optional(),
    /** IANA name of the time zone of a `deliver_at` without an offset. Without it, the zone of your profile, else UTC. */
    tz_guess: text(z.string().max(100)).optional(),
  },
  returns: {
    /** Id of the message. With `send_later` and `remind` no message has this id. */
    id: z.int(),
    /** When it will be delivered, with its offset from UTC. Only with `send_later` and `remind`. */
    deliver_at: z.string().optional(),
  },
  async run({ params, realm }) {
    const { queue_id, local_id, sender, forged, time, realm_str, delivery_type, deliver_at, tz_guess, ...sent } = params
    if ([sender, forged, time, realm_str].some((forgery) => forgery !== undefined))
      throw refused('User not authorized for this query')
    if (delivery_type !== 'send_now') {
      if (deliver_at === undefined) throw refused('deliver_at is missing, without which nothing can be delivered later')
      // There is no message yet that could replace a local echo.
      return realm.perform('scheduleMessage', { ...sent, deliver_at, tz_guess, isReminder: delivery_type === 'remind' })
    }
    if ((queue_id === undefined) !== (local_id === undefined))
      throw refused('queue_id and local_id must be passed together')
    const echo = queue_id !== undefined && local_id !== undefined ? { queue_id, local_id } : undefined
    return realm.perform('sendMessage', { ...sent, echo })
  },
})

/**
 * For previews: nothing is sent.
 *
 * @error BAD_REQUEST The text has more than 10,000 bytes or a null byte, or becomes too much HTML.
 */
export const renderMessageEndpoint = endpoint('POST /messages/render', {
  summary: 'The HTML that a text would become as a message',
  overSocket: true,
  params: {
    /** Text of a message in Markdown, at most 10,000 bytes. It may be blank. */
    content: written,
  },
  returns: {
    /** HTML. Empty for a blank text. */
    rendered: z.string(),
  },
  async run({ params, realm }) {
    return realm.perform('renderMessage', params)
  },
})
