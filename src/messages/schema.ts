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
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  is_mirror_dummy: z.boolean(),
})

/** Content and topic as HTML, with what was searched for marked (narrow, match_content, match_subject). */
export const matchSchema = z.object({ match_content: z.string(), match_subject: z.string() })

/** A message as one person has it (objects, Message). */
export const messageSchema = z.object({
  id: z.int(),
  type: z.enum(['stream', 'private']),
  sender_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  avatar_url: z.string().nullable(),
  client: z.string(),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  display_recipient: z.union([z.string(), z.array(recipientSchema)]),
  recipient_id: z.int(),
  stream_id: z.int().optional(),
  subject: z.string(),
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })),
  timestamp: z.int(),
  last_edit_timestamp: z.int().optional(),
  edit_history: z.array(editSchema).optional(),
  is_me_message: z.boolean(),
  flags: z.array(z.string()),
  reactions: z.array(reactionSchema),
  submessages: z.array(
    z.object({ id: z.int(), message_id: z.int(), sender_id: z.int(), msg_type: z.string(), content: z.string() }),
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
