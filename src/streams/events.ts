import { z } from 'zod'
import { streamSchema } from './schema'

/**
 * Streams that you can see from now on: new ones, and those that you could not see before. Of a new public stream all
 * members are told, of a web-public one everybody, and of a private one its subscribers and administrators (events,
 * stream).
 */
const createdSchema = z.object({
  type: z.literal('stream'),
  op: z.literal('create'),
  /** The streams, with all that is told of them. */
  streams: z.array(streamSchema),
})

/** Streams that you cannot see any more: they were archived, or became hidden from you. */
const deletedSchema = z.object({
  type: z.literal('stream'),
  op: z.literal('delete'),
  /** The streams as they were before, with the names that they had. */
  streams: z.array(streamSchema),
})

/**
 * One property of a stream changed. Everybody is told who may know of the stream. A request that changes several
 * properties is told by several events, the name last.
 */
const changedSchema = z.object({
  type: z.literal('stream'),
  op: z.literal('update'),
  /** Id of the stream. */
  stream_id: z.int(),
  /** Name of the stream as it was before the change. */
  name: z.string(),
  /**
   * The property: `name`, `description`, `invite_only`, `stream_post_policy`, `message_retention_days`, and for older
   * clients `is_announcement_only` after the policy and `email_address` before the name.
   */
  property: z.string(),
  /** The new value. */
  value: z.union([z.boolean(), z.int(), z.string(), z.null()]),
  /** The new description as HTML. Only with `description`. */
  rendered_description: z.string().optional(),
  /** Whether subscribers see messages that were sent before they came. Only with `invite_only`. */
  history_public_to_subscribers: z.boolean().optional(),
  /** Whether everybody can read the stream, also without an account. Only with `invite_only`. */
  is_web_public: z.boolean().optional(),
})

export const streamEventSchemas = [createdSchema, deletedSchema, changedSchema] as const

export type StreamChangedEvent = z.infer<typeof changedSchema>
