import { z } from 'zod'
import { refused } from '../core/base/errors'
import { endpoint } from '../core/http/endpoint'
import { json, pathId } from '../core/http/params'
import { namedTopic } from '../messages/fields'
import { invalidMessages } from '../user-messages/visible'
import { maxReceiptRecipients, readersOf, recipientCount } from './read-receipts'

/**
 * Marks everything that you ever received as read, muted or not. Your clients are told by an event
 * `update_message_flags` that names no messages and has `all` true.
 */
export const markAllAsReadEndpoint = endpoint('POST /mark_all_as_read', {
  summary: 'Mark all messages as read',
  overSocket: true,
  returns: {},
  async run({ realm }) {
    return realm.perform('markAllAsRead', {})
  },
})

/**
 * Marks everything that you received in the stream as read. Your clients are told by an event `update_message_flags`
 * that names the messages which were unread.
 *
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 */
export const markStreamAsReadEndpoint = endpoint('POST /mark_stream_as_read', {
  summary: 'Mark all messages of a stream as read',
  overSocket: true,
  params: {
    /** Id of the stream. */
    stream_id: json(z.int()),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('markStreamAsRead', params)
  },
})

/**
 * Marks everything that you received in the topic as read: of more than 50,000 unread messages the newest 50,000, and the next
 * request others. Your clients are told by an event `update_message_flags` that names the messages which were unread.
 *
 * @error BAD_REQUEST The stream does not exist, or you may not know of it.
 * @error BAD_REQUEST You hold no message of the topic.
 */
export const markTopicAsReadEndpoint = endpoint('POST /mark_topic_as_read', {
  summary: 'Mark all messages of a topic as read',
  overSocket: true,
  params: {
    /** Id of the stream. */
    stream_id: json(z.int()),
    /** The topic, in any case. Empty: the whole stream. */
    topic_name: namedTopic,
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('markTopicAsRead', params)
  },
})

/**
 * People and bots who received the message and have read it, as far as their flags say. Its sender is left out, and so are
 * deactivated users, those who left the stream, those whose setting `send_read_receipts` is off, and users whom you muted or
 * who muted you.
 *
 * @error BAD_REQUEST The message does not exist, you may not see it, or you lost access to its stream.
 * @error BAD_REQUEST The stream has more than 5,000 subscribers.
 */
export const readReceiptsEndpoint = endpoint('GET /messages/{message_id}/read_receipts', {
  summary: 'Who has read a message',
  params: {
    /** Id of the message. */
    message_id: pathId(),
  },
  returns: {
    /** Ids of the users, in ascending order. */
    user_ids: z.array(z.int()),
  },
  async run({ params: { message_id }, viewer, sql }) {
    const account = await viewer()
    const [{ isInReach, recipients }, user_ids] = await Promise.all([
      recipientCount(sql, account, message_id),
      readersOf(sql, account.id, message_id),
    ])
    if (!isInReach) throw invalidMessages()
    if (recipients > maxReceiptRecipients)
      throw refused(`Too many recipients to tell who has read the message (limit: ${maxReceiptRecipients})`)
    return { user_ids }
  },
})
