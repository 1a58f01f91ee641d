import { z } from 'zod'
import { streamSchema } from './schema'

/** There is a stream that those who are told did not know (events, stream). */
const createdSchema = z.object({
  type: z.literal('stream'),
  op: z.literal('create'),
  streams: z.array(streamSchema),
})

/** A stream is archived, or hidden from those who are told. */
const deletedSchema = createdSchema.extend({ op: z.literal('delete') })

const changedSchema = z.object({
  type: z.literal('stream'),
  op: z.literal('update'),
  stream_id: z.int(),
  /** As it was before the change. */
  name: z.string(),
  property: z.string(),
  value: z.union([z.boolean(), z.int(), z.string(), z.null()]),
  /** With `description`. */
  rendered_description: z.string().optional(),
  /** With `invite_only`. */
  history_public_to_subscribers: z.boolean().optional(),
  is_web_public: z.boolean().optional(),
})

export const streamEventSchemas = [createdSchema, deletedSchema, changedSchema] as const

export type StreamChangedEvent = z.infer<typeof changedSchema>
