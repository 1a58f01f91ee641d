import { jsonLists } from '../core/sql/json-lists'
import { foldCase } from '../core/base/unicode'
import { fragment, type Fragment } from '../core/sql/sql'
import { initialReadWatermark } from '../user-messages/spans'
import { insertIndexEntries } from './search-index'
import { type NewMessage, memberKey } from './queries'
import { storedClient } from './stored-client'
import { storedHtml, type StoredForms } from './stored-html'

/** The columns of a message as they are stored. */
type StoredMessage = ReturnType<typeof storedMessage>

export const storedMessage = ({ links, ...message }: NewMessage, storage: StoredForms) => ({
  ...message,
  ...links,
  client: storedClient(message.client, storage),
  rendered_content: storedHtml(message, storage),
  topic_key: foldCase(message.topic),
})

/** The rows of a message. Their number does not depend on the number of receivers. */
export const insertMessage = (message: StoredMessage): Fragment[] => [
  fragment`
    insert into message (
      id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client,
      is_me_message, has_link, has_image, has_attachment, wildcard_mentioned, is_quiet, submessages, queue_id, local_id,
      commit_token
    )
    values (
      ${message.id}, ${message.event_id}, ${message.sender_id}, ${message.recipient_id}, ${message.is_private},
      ${message.topic}, ${message.topic_key}, ${message.content}, ${message.rendered_content}, ${message.sent_at}, ${message.client},
      ${message.is_me_message}, ${message.has_link}, ${message.has_image}, ${message.has_attachment},
      ${message.wildcard_mentioned}, ${message.is_quiet ?? false}, ${message.submessages},
      ${message.queue_id}, ${message.local_id}, ${message.commit_token ?? null}
    )`,
  insertIndexEntries(fragment`(${message.id})`),
]

/** The rows of many messages, in few statements. */
export const insertMessages = (messages: readonly NewMessage[], storage: StoredForms): Fragment[] =>
  insertStoredMessages(messages.map((message) => storedMessage(message, storage)))

/** The same of messages as they are stored. */
export const insertStoredMessages = (messages: readonly StoredMessage[]): Fragment[] =>
  jsonLists(messages).flatMap(({ json }) => [
    fragment`
      insert into message (
        id, event_id, sender_id, recipient_id, is_private, topic, topic_key, content, rendered_content, sent_at, client,
        is_me_message, has_link, has_image, has_attachment, wildcard_mentioned, is_quiet, submessages, queue_id, local_id, reactions,
        last_edit_at, edit_history, commit_token
      )
      select
        value ->> 'id', value ->> 'event_id', value ->> 'sender_id', value ->> 'recipient_id', value ->> 'is_private',
        value ->> 'topic', value ->> 'topic_key', value ->> 'content', value ->> 'rendered_content',
        value ->> 'sent_at', value ->> 'client', value ->> 'is_me_message', value ->> 'has_link',
        value ->> 'has_image', value ->> 'has_attachment', value ->> 'wildcard_mentioned',
        coalesce(value ->> 'is_quiet', 0), value ->> 'submessages', value ->> 'queue_id', value ->> 'local_id',
        value ->> 'reactions', value ->> 'last_edit_at', value ->> 'edit_history', value ->> 'commit_token'
      from json_each(${json})`,
    insertIndexEntries(fragment`(select value ->> 'id' from json_each(${json}))`),
  ])

export function insertConversation(id: number, user_ids: readonly number[]): Fragment[] {
  return [
    fragment`insert into conversation (id, member_key) values (${id}, ${memberKey(user_ids)})`,
    fragment`
      insert into conversation_member (user_id, conversation_id, unread_from)
      select value, ${id}, ${initialReadWatermark(fragment`value`, 0)} from json_each(${JSON.stringify(user_ids)})`,
  ]
}

/** The rows of many conversations, in few statements. */
export function insertConversations(conversations: readonly { id: number; user_ids: readonly number[] }[]): Fragment[] {
  const rows = JSON.stringify(conversations.map(({ id, user_ids }) => [id, memberKey(user_ids), user_ids]))
  return [
    fragment`
      insert into conversation (id, member_key)
      select value ->> 0, value ->> 1 from json_each(${rows})`,
    fragment`
      insert into conversation_member (user_id, conversation_id)
      select member.value, made.value ->> 0
      from json_each(${rows}) as made cross join json_each(made.value, '$[2]') as member`,
  ]
}
