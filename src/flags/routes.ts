import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, text } from '../core/http/params'
import { namedTopic } from '../messages/fields'
import { editableFlags } from './names'

/** Messages that one request may name. */
const mostMessages = 10_000

export const updateFlagsEndpoint = endpoint('POST /messages/flags', {
  summary: 'Add or remove a personal flag of messages',
  params: {
    messages: json(z.array(z.int()).max(mostMessages)),
    op: text(z.enum(['add', 'remove'])),
    flag: text(z.enum(editableFlags)),
  },
  returns: { messages: z.array(z.int()) },
  async run({ params, realm }) {
    return realm.perform('updateFlags', params)
  },
})

export const markAllAsReadEndpoint = endpoint('POST /mark_all_as_read', {
  summary: 'Mark all messages as read',
  returns: {},
  async run({ realm }) {
    return realm.perform('markAllAsRead', {})
  },
})

export const markStreamAsReadEndpoint = endpoint('POST /mark_stream_as_read', {
  summary: 'Mark all messages of a stream as read',
  params: { stream_id: json(z.int()) },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('markStreamAsRead', params)
  },
})

export const markTopicAsReadEndpoint = endpoint('POST /mark_topic_as_read', {
  summary: 'Mark all messages of a topic as read',
  params: { stream_id: json(z.int()), topic_name: namedTopic },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('markTopicAsRead', params)
  },
})
