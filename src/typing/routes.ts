import { z } from 'zod'
import { endpoint, type Endpoint } from '../core/http/endpoint'
import { json, text } from '../core/http/params'
import { namedTopic } from '../messages/fields'
import { maxRecipients } from '../messages/recipients'
import { typingOpSchema } from './schema'

/**
 * Those who would receive the message are told by an event `typing`; nothing is kept. Send `start` again every few seconds
 * while you write, and `stop` when you stopped without sending.
 *
 * @error BAD_REQUEST `to` is empty, names a user who does not exist, or for a stream more than one.
 * @error BAD_REQUEST The stream does not exist, or you may not know of it, or may not post to it.
 * @error BAD_REQUEST The topic is missing, longer than 60 characters, or has characters that cannot be shown; or it is empty,
 *   and the organization requires topics.
 * @error BAD_REQUEST You have turned the setting `send_private_typing_notifications` or
 *   `send_stream_typing_notifications` off.
 */
export const sendTypingEndpoint = endpoint('POST /typing', {
  summary: 'Tell others that you began or stopped to write to them',
  overSocket: true,
  params: {
    /** `start` when you begin to write, `stop` when you stop. */
    op: text(typingOpSchema),
    /** Ids of the people to whom you write, at most 1,000, with or without your own. For a stream its id, alone. */
    to: json(z.array(z.int()).max(maxRecipients)),
    /** `private`: to people. `stream`: to a topic of a stream. */
    type: text(z.enum(['private', 'stream'])).default('private'),
    /** Topic of the message, at most 60 characters. Required for a stream, and ignored for people. */
    topic: namedTopic.optional(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('tellTyping', params)
  },
})

/** The older name of `POST /typing`, which does the same (endpoints, Two names, one endpoint). */
export const setTypingStatusEndpoint: Endpoint = { ...sendTypingEndpoint, path: '/set-typing-status' }
