import { z } from 'zod'

/** A message or reminder that waits for its time (objects, Scheduled message). */
export const scheduledMessageSchema = z.object({
  /** Id of the scheduled message. The message that is sent has another one. */
  scheduled_message_id: z.int(),
  /** `stream`: to a topic of a stream. `private`: to people. Of a reminder, what it is about. */
  type: z.enum(['stream', 'private']),
  /** Id of the stream; or ids of the people without you, your own alone if it goes to nobody else. */
  to: z.union([z.int(), z.array(z.int())]),
  /** The topic. Only of a message to a stream. */
  topic: z.string().optional(),
  /** Text, in Markdown. */
  content: z.string(),
  /** The text as HTML, as it was when the text was written. */
  rendered_content: z.string(),
  /** When it is sent, in seconds since 1970 UTC. */
  scheduled_delivery_timestamp: z.int(),
  /** Always `false`: a message that could not be sent is not kept, and the notification bot tells you of it. */
  failed: z.boolean(),
  /** Whether it is a reminder, which comes to you alone. */
  is_reminder: z.boolean(),
})

export type WaitingMessage = z.infer<typeof scheduledMessageSchema>
