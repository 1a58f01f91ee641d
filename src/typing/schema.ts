import { z } from 'zod'

export const typingOpSchema = z.enum(['start', 'stop'])

const type = z.literal('typing')
const person = z.strictObject({
  /** Id of the user. */
  user_id: z.int(),
  /** Address of the user as others see it. */
  email: z.string(),
})

// Direct messages and streams (events, typing).
export const typingEventSchemas = [
  /**
   * Somebody began or stopped to write to you privately. All people of the conversation are told, the sender too. A client
   * that hears no `stop` forgets the notice after a while.
   */
  z.object({
    type,
    /** `start`: the sender is writing. `stop`: they are not any more. */
    op: typingOpSchema,
    /** Always `private`. */
    message_type: z.literal('private'),
    /** The user who writes. */
    sender: person,
    /** All people of the conversation, the sender among them, in the order of their ids. */
    recipients: z.array(person),
  }),
  /**
   * Somebody began or stopped to write to a stream. Its subscribers are told, in queues with the capability
   * `stream_typing_notifications`.
   */
  z.object({
    type,
    /** `start`: the sender is writing. `stop`: they are not any more. */
    op: typingOpSchema,
    /** Always `stream`. */
    message_type: z.literal('stream'),
    /** The user who writes. */
    sender: person,
    /** Id of the stream. */
    stream_id: z.int(),
    /** The topic. */
    topic: z.string(),
  }),
] as const
