import { storedEdits } from '../edits/schema'
import { escapeHtml } from '../markdown/escape'
import type { Linkifier } from '../markdown/linkifiers'
import { topicLinks } from '../markdown/topic-links'
import { highlight } from '../narrow/highlight'
import { reactions } from '../reactions/schema'
import { storedSubmessages } from '../submessages/schema'
import { bit } from '../user-messages/bits'
import { avatarUrlFor, type AvatarOwner } from '../users/avatars'
import type { UserRow } from '../users/queries'
import type { MessageRow, UnusedColumn } from './message-rows'
import type { NewMessage } from './queries'
import type { Match, Message, SentMessage } from './schema'

/** A member of a conversation in the form of its messages. */
export type Person = Pick<UserRow, 'id' | 'email' | 'full_name'>

/** A message as it was sent, which is the same for everybody who may see it. Made from a new message or from a row. */
export interface MessageView extends Pick<
  NewMessage,
  'id' | 'recipient_id' | 'topic' | 'content' | 'rendered_content' | 'sent_at' | 'client' | 'submessages'
> {
  sender: Person & AvatarOwner
  /** Name of the stream, or members of the conversation. */
  to: string | readonly Person[]
  is_me_message: boolean
}

export interface MessageOptions {
  client_gravatar: boolean
  apply_markdown: boolean
  /** Identifier of the realm. */
  string_id: string
  /** Whether the realm shows what messages were before they were edited. */
  allow_edit_history: boolean
  /** Linkifiers of the realm, for links in topics. */
  linkifiers: readonly Linkifier[]
  /** Words that were searched for; null when there was no search. */
  words?: readonly string[] | null
}

/** Columns that `message` does not use. */
export function unusedColumns({
  client_gravatar,
  apply_markdown,
  words = null,
}: Pick<MessageOptions, 'client_gravatar' | 'apply_markdown' | 'words'>): UnusedColumn[] {
  return [
    ...(client_gravatar ? (['sender_delivery_email'] as const) : []),
    ...(apply_markdown ? (['content'] as const) : []),
    ...(!apply_markdown && words === null ? (['rendered_content'] as const) : []),
  ]
}

/**
 * A message in the form of the API, with the flags of the viewer. Fields are set instead of spreading one object into another, because
 * a page makes thousands of fields, and spreading is slow.
 */
export function message(row: MessageRow, options: MessageOptions): Message {
  const { allow_edit_history, words = null } = options
  const answer = sentMessage(viewOf(row), options) as Message
  if (row.last_edit_at !== null) answer.last_edit_timestamp = row.last_edit_at
  if (row.edit_history !== null && allow_edit_history) answer.edit_history = storedEdits(row.edit_history)
  answer.flags = flagNames(row)
  answer.reactions = reactions(row.reactions, row.reactors)
  answer.submessages = storedSubmessages(row.submessages)
  return words === null ? answer : Object.assign(answer, match(row, words))
}

export const viewOf = (row: MessageRow): MessageView => ({
  id: row.id,
  sender: {
    id: row.sender_id,
    email: row.sender_email,
    full_name: row.sender_full_name,
    delivery_email: row.sender_delivery_email,
    avatar_version: row.sender_avatar_version,
    avatar_path: row.sender_avatar_path,
  },
  recipient_id: row.recipient_id,
  to: row.stream_name ?? (JSON.parse(row.members!) as Person[]),
  topic: row.topic,
  content: row.content,
  rendered_content: row.rendered_content,
  sent_at: row.sent_at,
  client: row.client,
  is_me_message: Boolean(row.is_me_message),
  submessages: row.submessages,
})

/** The fields that a message has from the start. JSON leaves out the id of a stream that is undefined. */
export function sentMessage(
  view: MessageView,
  { client_gravatar, apply_markdown, string_id, linkifiers }: SentOptions,
): SentMessage {
  const { sender, to } = view
  const isStream = typeof to === 'string'
  return {
    id: view.id,
    type: isStream ? 'stream' : 'private',
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: string_id,
    avatar_url: avatarUrlFor(sender, { client_gravatar }),
    client: view.client,
    content: apply_markdown ? view.rendered_content : view.content,
    content_type: apply_markdown ? 'text/html' : 'text/x-markdown',
    display_recipient: isStream ? to : displayRecipient(to),
    recipient_id: view.recipient_id,
    stream_id: isStream ? view.recipient_id : undefined,
    subject: view.topic,
    topic_links: isStream ? topicLinks(view.topic, linkifiers) : [],
    timestamp: view.sent_at,
    is_me_message: view.is_me_message,
  }
}

type SentOptions = Pick<MessageOptions, 'client_gravatar' | 'apply_markdown' | 'string_id' | 'linkifiers'>

/** The people of a conversation: for two people by address, for more by id (behaviour, Recipients). */
function displayRecipient(people: readonly Person[]): Exclude<Message['display_recipient'], string> {
  const sorted =
    people.length > 2 ? people.toSorted((a, b) => a.id - b.id) : people.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  return sorted.map((person) => ({ ...person, is_mirror_dummy: false }))
}

export const match = (
  { rendered_content, topic }: Pick<MessageRow, 'rendered_content' | 'topic'>,
  words: readonly string[],
): Match => ({
  match_content: highlight(rendered_content, words),
  match_subject: highlight(escapeHtml(topic), words),
})

/** Whether the viewer received the message or touched it since (behaviour, History and rows). */
export const isHeld = ({ is_received, flags }: Pick<MessageRow, 'is_received' | 'flags'>): boolean =>
  Boolean(is_received) || flags !== null

/** Names of the viewer's flags on the message. Without a row, a message is read and historical. */
export function flagNames({
  is_read,
  is_received,
  wildcard_mentioned,
  flags,
}: Pick<MessageRow, 'is_read' | 'is_received' | 'wildcard_mentioned' | 'flags'>): string[] {
  const bits = flags ?? (is_received ? 0 : bit.historical)
  const names: string[] = []
  if (is_read) names.push('read')
  if (bits & bit.starred) names.push('starred')
  if (bits & bit.collapsed) names.push('collapsed')
  if (bits & bit.mentioned) names.push('mentioned')
  if (is_received && wildcard_mentioned) names.push('wildcard_mentioned')
  if (bits & bit.has_alert_word) names.push('has_alert_word')
  if (bits & bit.historical && !(bits & bit.delivered)) names.push('historical')
  return names
}
