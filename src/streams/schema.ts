import { z } from 'zod'
import { postPolicy } from './access'
import type { ListedStream } from './queries'

/** A stream as clients see it (endpoints, Streams). */
export const streamSchema = z.object({
  stream_id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  stream_post_policy: z.int(),
  is_announcement_only: z.boolean(),
  message_retention_days: z.int().nullable(),
  first_message_id: z.int().nullable(),
})

/** Who may post, as `postPolicy` has it. */
export const postPolicySchema = z.int().min(1).max(4)

export type Stream = z.infer<typeof streamSchema>

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
