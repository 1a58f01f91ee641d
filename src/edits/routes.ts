import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { refused } from '../core/base/errors'
import { flag, json, pathId, text } from '../core/http/params'
import { invalidMessages } from '../user-messages/visible'
import { namedTopic, written } from '../messages/fields'
import { visibleMessage } from '../messages/visible-message'
import { settingsOf } from '../accounts/settings'
import { messageHistory } from './history'
import { historyEntrySchema } from './schema'
import { propagateModes } from './edit-request'

/**
 * Changes the content of one message, or moves it and others of its topic to another topic or stream. Everybody who
 * could see the messages is told by an event `update_message`, and by `delete_message` if they may not see them any
 * more. After a move to another stream, and when a topic is resolved, the notification bot says so in the topics.
 *
 * @error BAD_REQUEST The message does not exist, you may not see it, or you lost access to its stream.
 * @error BAD_REQUEST The organization does not allow to edit messages.
 * @error BAD_REQUEST Nothing would change; or `propagate_mode` is not `change_one`, and neither topic nor stream
 *   changes.
 * @error BAD_REQUEST The message is private, and a topic or a stream was sent.
 * @error BAD_REQUEST The new content or topic breaks the rules for those of a new message.
 * @error BAD_REQUEST Content and stream would change at once.
 * @error BAD_REQUEST The content is that of a poll or a to-do list.
 * @error BAD_REQUEST The content is not yours, or the policy `edit_topic_policy` or
 *   `move_messages_between_streams_policy` does not admit you.
 * @error BAD_REQUEST The time limit is over: for content `message_content_edit_limit_seconds`, for the topic of a
 *   message of somebody else three days, unless you are a moderator.
 * @error BAD_REQUEST The new content mentions everybody, and you may not do that in this stream.
 * @error BAD_REQUEST The new stream does not exist, or you may not read or post there.
 * @error BAD_REQUEST More than 10,000 messages would move, or, to another stream, more than 1,000,000 divided by the
 *   number of its subscribers; or the texts of old messages among them, which have to come back to the database, have more than 8 MB.
 * @error BAD_REQUEST A message has been edited so often that its history holds no more.
 */
export const editMessageEndpoint = endpoint('PATCH /messages/{message_id}', {
  summary: 'Edit the content, topic or stream of a message',
  overSocket: true,
  params: {
    /** Id of the message. */
    message_id: pathId(),
    /**
     * New content, in Markdown: at most 10,000 bytes. Blank content becomes `(deleted)`. You must be the sender.
     * Without it, the content stays.
     */
    content: written.optional(),
    /**
     * New topic, at most 60 characters and not blank. Without it, the topic stays. A topic with `✔ ` before it is
     * resolved.
     */
    topic: written.alias('subject').optional(),
    /** Id of the stream to move to. Without it, the messages stay in their stream. */
    stream_id: json(z.int().min(0)).optional(),
    /**
     * Which messages of the topic move: `change_one` this one, `change_later` also those after it, `change_all` all. To
     * another stream only those move that you can see.
     */
    propagate_mode: text(z.enum(propagateModes)).default('change_one'),
    /** Whether the notification bot says in the old topic that messages moved to another stream. */
    send_notification_to_old_thread: flag().default(true),
    /**
     * Whether the notification bot says in the new topic that messages moved to another stream, or that it was
     * resolved.
     */
    send_notification_to_new_thread: flag().default(true),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('editMessage', params)
  },
})

/**
 * Deletes a message for everybody and for good: its text, edits, reactions and widgets, and files that nothing else
 * holds. Administrators delete any message that they can see. Others delete their own, if the policy
 * `delete_own_message_policy` admits them, for as long as `message_content_delete_limit_seconds` says. Those who had it
 * are told by an event `delete_message`.
 *
 * @error BAD_REQUEST The message does not exist, you may not see it, or you lost access to its stream.
 * @error BAD_REQUEST You may not delete this message.
 * @error BAD_REQUEST The time limit for deleting the message is over.
 */
export const deleteMessageEndpoint = endpoint('DELETE /messages/{message_id}', {
  summary: 'Delete a message',
  overSocket: true,
  params: {
    /** Id of the message. */
    message_id: pathId(),
  },
  returns: {},
  async run({ params, realm }) {
    return realm.perform('deleteMessage', params)
  },
})

/** Maximal number of changes by one request. Each deletes thousands of messages. */
const maxRounds = 40

/**
 * Deletes the messages of a topic that you can see, for everybody and for good. Only administrators may, in a stream
 * whose messages they may see. A topic without messages is no error. Subscribers are told by events `delete_message`,
 * several for a long topic.
 *
 * @error UNAUTHORIZED_PRINCIPAL You are no administrator.
 * @error BAD_REQUEST The stream does not exist, or you may not see its messages.
 * @error BAD_REQUEST The topic has more than 200,000 messages. The newest ones are deleted: ask again for the others.
 */
export const deleteTopicEndpoint = endpoint('POST /streams/{stream_id}/delete_topic', {
  summary: 'Delete a topic with all its messages',
  params: {
    /** Id of the stream. */
    stream_id: pathId(),
    /** The topic, in any case. */
    topic_name: namedTopic,
  },
  returns: {},
  async run({ params: { stream_id, topic_name }, realm }) {
    for (let round = 1; round <= maxRounds; round += 1) {
      const { complete } = await realm.perform('deleteTopic', { stream_id, topic: topic_name.trim() })
      if (complete) return {}
    }
    throw refused('The topic is too long to be deleted at once; its newest messages are gone, ask again for the others')
  },
})

/**
 * Everybody who may see the message may see what it was before, unless the organization hides it. Who lost access to its
 * stream sees nothing of later edits.
 *
 * @error BAD_REQUEST The message does not exist, or you may not see it.
 * @error BAD_REQUEST The organization's setting `allow_edit_history` is off.
 */
export const messageHistoryEndpoint = endpoint('GET /messages/{message_id}/history', {
  summary: 'Every state that a message was in, the original first',
  large: true,
  params: {
    /** Id of the message. */
    message_id: pathId(),
  },
  returns: {
    /** The states: first the message as it was sent, then what each edit made of it. */
    message_history: z.array(historyEntrySchema),
  },
  async run({ params, viewer, sql }) {
    const account = await viewer()
    if (!settingsOf(account).allow_edit_history) throw refused('Message edit history is disabled in this organization')
    const row = await visibleMessage(sql, account, params.message_id)
    if (row === null) throw invalidMessages()
    return { message_history: messageHistory(row) }
  },
})
