import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, pathId, text } from '../core/http/params'
import { invalidMessages } from '../user-messages/visible'
import { namedTopic, written } from '../messages/fields'
import { visibleMessage } from '../messages/page'
import { settingsOf } from '../accounts/settings'
import { messageHistory } from './history'
import { historyEntrySchema } from './schema'
import { propagateModes } from './edit-request'

export const editMessageEndpoint = endpoint('PATCH /messages/{message_id}', {
  summary: 'Edit the content, topic or stream of a message',
  params: {
    message_id: pathId(),
    content: written.optional(),
    topic: written.alias('subject').optional(),
    stream_id: json(z.int().min(0)).optional(),
    propagate_mode: text(z.enum(propagateModes)).default('change_one'),
    send_notification_to_old_thread: flag().default(true),
    send_notification_to_new_thread: flag().default(true),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('editMessage', params)
  },
})

export const deleteMessageEndpoint = endpoint('DELETE /messages/{message_id}', {
  summary: 'Delete a message',
  params: { message_id: pathId() },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteMessage', params)
  },
})

/** Changes that one request may take; each deletes thousands of messages. */
const mostRounds = 40

export const deleteTopicEndpoint = endpoint('POST /streams/{stream_id}/delete_topic', {
  summary: 'Delete a topic with all its messages',
  params: { stream_id: pathId(), topic_name: namedTopic },
  returns: {},
  async run({ params: { stream_id, topic_name }, realm }) {
    for (let round = 1; round <= mostRounds; round += 1) {
      const { complete } = await realm.perform('deleteTopic', { stream_id, topic: topic_name.trim() })
      if (complete) return {}
    }
    throw refused('The topic is too long to be deleted at once; its newest messages are gone, ask again for the others')
  },
})

export const messageHistoryEndpoint = endpoint('GET /messages/{message_id}/history', {
  summary: 'Every state that a message was in, the original first',
  params: { message_id: pathId() },
  returns: { message_history: z.array(historyEntrySchema) },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    if (!settingsOf(account).allow_edit_history) throw refused('Message edit history is disabled in this organization')
    const row = await visibleMessage(sql, account, params.message_id)
    if (row === null) throw invalidMessages()
    return { message_history: messageHistory(row) }
  },
})
