import { z } from 'zod'
import { postPolicy } from './access'
import type { ListedStream } from './queries'

/** A stream (objects, Stream). */
export const streamSchema = z.object({
  /** Id of the stream, which never changes. */
  stream_id: z.int(),
  /** Name of the stream. No two streams have the same name in any case. */
  name: z.string(),
  /** What the stream is for, in Markdown: one line, at most 1,024 characters. It may be empty. */
  description: z.string(),
  /** The description as HTML. */
  rendered_description: z.string(),
  /** When the stream was created, in seconds since 1970 UTC. */
  date_created: z.int(),
  /** Whether the stream is private: only subscribers read it, and only they and administrators know of it. */
  invite_only: z.boolean(),
  /** Whether everybody can read the stream, guests and people without an account as well. */
  is_web_public: z.boolean(),
  /** Whether subscribers see messages that were sent before they came. Always `true` unless the stream is private. */
  history_public_to_subscribers: z.boolean(),
  /** Who may post: 1 everybody, 2 administrators, 3 full members and above, 4 moderators and above. */
  stream_post_policy: z.int(),
  /** Whether only administrators may post. Deprecated: this is `stream_post_policy` 2. */
  is_announcement_only: z.boolean(),
  /** After how many days messages are deleted. Null: as the organization says; -1: never. */
  message_retention_days: z.int().nullable(),
  /** Id of the oldest message of the stream; null while it has none. */
  first_message_id: z.int().nullable(),
})

/** Who may post: 1 everybody, 2 administrators, 3 full members and above, 4 moderators and above. */
export const postPolicySchema = z.int().min(1).max(4)

type Stream = z.infer<typeof streamSchema>

export function stream(row: ListedStream): Stream {
  return {
    stream_id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    date_created: Math.floor(row.date_created),
    invite_only: Boolean(row.invite_only),
    is_web_public: Boolean(row.is_web_public),
    history_public_to_subscribers: Boolean(row.history_public_to_subscribers),
    stream_post_policy: row.stream_post_policy,
    is_announcement_only: row.stream_post_policy === postPolicy.administrators,
    message_retention_days: row.message_retention_days,
    first_message_id: row.first_message_id,
  }
}
