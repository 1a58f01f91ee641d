import { z } from 'zod'
import { editSchema, storedEdits } from '../edits/schema'
import { bit } from '../user-messages/bits'
import { reactionSchema, reactions } from '../reactions/schema'
import type { Linkifier } from '../markdown/linkifiers'
import { topicLinks } from '../markdown/topic-links'
import { escapeHtml, highlight } from '../narrow/highlight'
import { avatarUrlFor, type AvatarOwner } from '../users/avatars'
import type { MessageRow } from './page'

const recipientSchema = z.object({
  /** Id of the user. */
  id: z.int(),
  /** Address of the user as others see it. */
  email: z.string(),
  /** Name of the user. */
  full_name: z.string(),
  /** Always `false`. */
  is_mirror_dummy: z.boolean(),
})

/**
 * Content and topic of a message as HTML. Each word that matches a search stands in `<span class=highlight>`
 * (narrow, match_content, match_subject).
 */
export const matchSchema = z.object({
  /** The content as HTML, whatever `apply_markdown` says, with the words that were found marked. */
  match_content: z.string(),
  /** The topic, escaped as HTML, with the words that were found marked. */
  match_subject: z.string(),
})

/** A message as you have it: the flags are your own (objects, Message). */
export const messageSchema = z.object({
  /** Id of the message. Ids have the order in which messages were sent. */
  id: z.int(),
  /** `stream`: to the subscribers of a stream. `private`: to the people of a conversation. */
  type: z.enum(['stream', 'private']),
  /** Id of the user or bot that sent the message. */
  sender_id: z.int(),
  /** Address of the sender as others see it. */
  sender_email: z.string(),
  /** Name of the sender. */
  sender_full_name: z.string(),
  /** Subdomain of the organization of the sender. */
  sender_realm_str: z.string(),
  /** Address of the sender's picture. With `client_gravatar` it is null where you can compute the one of Gravatar. */
  avatar_url: z.string().nullable(),
  /** Name of the program that sent the message. */
  client: z.string(),
  /** The text: HTML with `apply_markdown`, else the Markdown that was sent. */
  content: z.string(),
  /** Which of the two `content` is: `text/html`, or `text/x-markdown` for Markdown. */
  content_type: z.enum(['text/html', 'text/x-markdown']),
  /**
   * Name of the stream; of a private message its people, you among them. Two people are in the order of their addresses,
   * more in the order of their ids.
   */
  display_recipient: z.union([z.string(), z.array(recipientSchema)]),
  /** Id of the stream or the conversation: the same for all messages to the same stream or the same people. */
  recipient_id: z.int(),
  /** Id of the stream. Absent from private messages. */
  stream_id: z.int().optional(),
  /** The topic. Empty for private messages. */
  subject: z.string(),
  /** Links that the linkifiers of the organization and addresses make in the topic. */
  topic_links: z.array(
    z.object({
      /** Part of the topic that is the link. */
      text: z.string(),
      /** Where the link leads. */
      url: z.string(),
    }),
  ),
  /** When it was sent, in seconds since 1970 UTC. */
  timestamp: z.int(),
  /** When its content, topic or stream was edited last, in seconds since 1970 UTC. Absent if it never was. */
  last_edit_timestamp: z.int().optional(),
  /** Earlier states, the newest edit first. Absent if it was never edited, or if the organization hides edit histories. */
  edit_history: z.array(editSchema).optional(),
  /** Whether the text begins with `/me `: clients show it as something that the sender does. */
  is_me_message: z.boolean(),
  /**
   * Your flags: `read`, `starred`, `collapsed`, `mentioned`, `wildcard_mentioned`, `has_alert_word`, and `historical` for
   * a message that you did not receive.
   */
  flags: z.array(z.string()),
  /** Reactions, in the order in which they were added. */
  reactions: z.array(reactionSchema),
  /** The widget of the message and what was added to it, in the order of adding. Empty for ordinary messages. */
  submessages: z.array(
    z.object({
      /** Id of the submessage. */
      id: z.int(),
      /** Id of the message. */
      message_id: z.int(),
      /** Id of the user who added it. */
      sender_id: z.int(),
      /** What the client that added it calls it: `widget`, as a rule. */
      msg_type: z.string(),
      /** JSON. The first one is the widget itself, such as `{"widget_type": "poll"}`. */
      content: z.string(),
    }),
  ),
  ...matchSchema.partial().shape,
})

export type Message = z.infer<typeof messageSchema>

export interface MessageOptions {
  client_gravatar: boolean
  apply_markdown: boolean
  /** Identifier of the realm. */
  string_id: string
  /** Whether the realm shows what messages were before they were edited. */
  allow_edit_history: boolean
  /** Those of the realm: they make links in topics. */
  linkifiers: readonly Linkifier[]
  /** Words that were searched for; null when nothing was. */
  words?: readonly string[] | null
}

/** Columns that `message` does not look at. */
export function unusedColumns({
  client_gravatar,
  apply_markdown,
  words = null,
}: Pick<MessageOptions, 'client_gravatar' | 'apply_markdown' | 'words'>): (keyof MessageRow)[] {
  return [
    ...(client_gravatar ? (['sender_delivery_email'] as const) : []),
    ...(apply_markdown ? (['content'] as const) : []),
    ...(!apply_markdown && words === null ? (['rendered_content'] as const) : []),
  ]
}

export function message(row: MessageRow, options: MessageOptions): Message {
  const { client_gravatar, apply_markdown, string_id, allow_edit_history, linkifiers, words = null } = options
  return {
    id: row.id,
    type: row.is_private ? 'private' : 'stream',
    sender_id: row.sender_id,
    sender_email: row.sender_email,
    sender_full_name: row.sender_full_name,
    sender_realm_str: string_id,
    avatar_url: avatarUrlFor(senderOf(row), { client_gravatar }),
    client: row.client,
    content: apply_markdown ? row.rendered_content : row.content,
    content_type: apply_markdown ? 'text/html' : 'text/x-markdown',
    display_recipient: row.stream_name ?? displayRecipient(row.members!),
    recipient_id: row.recipient_id,
    ...(!row.is_private && { stream_id: row.recipient_id }),
    subject: row.topic,
    topic_links: row.is_private ? [] : topicLinks(row.topic, linkifiers),
    timestamp: row.sent_at,
    ...(row.last_edit_at !== null && { last_edit_timestamp: row.last_edit_at }),
    ...(row.edit_history !== null && allow_edit_history && { edit_history: storedEdits(row.edit_history) }),
    is_me_message: Boolean(row.is_me_message),
    flags: flagNames(row),
    reactions: reactions(row.reactions, row.reactors),
    submessages: row.submessages === null ? [] : (JSON.parse(row.submessages) as Message['submessages']),
    ...(words !== null && match(row, words)),
  }
}

/** What decides which picture stands for the sender. */
export const senderOf = (row: MessageRow): AvatarOwner => ({
  delivery_email: row.sender_delivery_email,
  avatar_version: row.sender_avatar_version,
  avatar_path: row.sender_avatar_path,
})

export const match = (
  { rendered_content, topic }: Pick<MessageRow, 'rendered_content' | 'topic'>,
  words: readonly string[],
): z.infer<typeof matchSchema> => ({
  match_content: highlight(rendered_content, words),
  match_subject: highlight(escapeHtml(topic), words),
})

/** Both people of a two-person conversation by address, all of a group by id (behaviour, Recipients). */
function displayRecipient(members: string): z.infer<typeof recipientSchema>[] {
  const people = JSON.parse(members) as { id: number; email: string; full_name: string }[]
  const sorted =
    people.length > 2
      ? people.toSorted((left, right) => left.id - right.id)
      : people.toSorted((left, right) => (left.email < right.email ? -1 : 1))
  return sorted.map((person) => ({ ...person, is_mirror_dummy: false }))
}

/** Whether the viewer has a record of the message: they received it, or touched it since (behaviour, History and rows). */
export const isHeld = ({ is_received, flags }: Pick<MessageRow, 'is_received' | 'flags'>): boolean =>
  Boolean(is_received) || flags !== null

/** Names of the flags that the viewer has on the message; without a row: read and historical. */
export function flagNames({
  is_read,
  is_received,
  wildcard_mentioned,
  flags,
}: Pick<MessageRow, 'is_read' | 'is_received' | 'wildcard_mentioned' | 'flags'>): string[] {
  const bits = flags ?? (is_received ? 0 : bit.historical)
  const names: [unknown, string][] = [
    [is_read, 'read'],
    [bits & bit.starred, 'starred'],
    [bits & bit.collapsed, 'collapsed'],
    [bits & bit.mentioned, 'mentioned'],
    [is_received && wildcard_mentioned, 'wildcard_mentioned'],
    [bits & bit.has_alert_word, 'has_alert_word'],
    [bits & bit.historical && !(bits & bit.delivered), 'historical'],
  ]
  return names.filter(([present]) => present).map(([, name]) => name)
}
