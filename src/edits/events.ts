import { z } from 'zod'

/** Messages were edited or moved (events, update_message). */
export const updateEventSchema = z.object({
  type: z.literal('update_message'),
  user_id: z.int().nullable(),
  edit_timestamp: z.int(),
  /** The message that was named, and all that changed, ascending. */
  message_id: z.int(),
  message_ids: z.array(z.int()),
  /** The receiver's own, for the message that was named. */
  flags: z.array(z.string()),
  rendering_only: z.boolean(),
  /** The stream before the change; of stream messages. */
  stream_id: z.int().optional(),
  stream_name: z.string().optional(),
  orig_content: z.string().optional(),
  orig_rendered_content: z.string().optional(),
  content: z.string().optional(),
  rendered_content: z.string().optional(),
  prev_rendered_content_version: z.int().optional(),
  is_me_message: z.boolean().optional(),
  propagate_mode: z.string().optional(),
  orig_subject: z.string().optional(),
  subject: z.string().optional(),
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })).optional(),
  new_stream_id: z.int().optional(),
})

export type UpdateEvent = z.infer<typeof updateEventSchema>

const place = {
  message_type: z.enum(['stream', 'private']),
  /** Where they were; of stream messages. */
  stream_id: z.int().optional(),
  topic: z.string().optional(),
}

/** Messages are gone, or out of the receiver's sight (events, delete_message). */
export const deleteEventSchema = z.object({
  type: z.literal('delete_message'),
  message_ids: z.array(z.int()),
  ...place,
})

/** As clients are told which cannot take several at once: one event for each message. */
export const deleteOneEventSchema = z.object({ type: z.literal('delete_message'), message_id: z.int(), ...place })

export type DeleteEvent = z.infer<typeof deleteEventSchema>
export type DeleteOneEvent = z.infer<typeof deleteOneEventSchema>

/** The same, message by message. The event took an id for each, of which it carries the last. */
export const oneByOne = ({ message_ids, ...event }: DeleteEvent, id: number): (DeleteOneEvent & { id: number })[] =>
  message_ids.map((message_id, index) => ({ ...event, message_id, id: id - message_ids.length + 1 + index }))
