import { z } from 'zod'

export const typingOpSchema = z.enum(['start', 'stop'])

const type = z.literal('typing')
const person = z.strictObject({ user_id: z.int(), email: z.string() })

/** Somebody began or stopped to write (events, typing). */
export const typingEventSchemas = [
  z.object({
    type,
    op: typingOpSchema,
    message_type: z.literal('private'),
    sender: person,
    recipients: z.array(person),
  }),
  z.object({
    type,
    op: typingOpSchema,
    message_type: z.literal('stream'),
    sender: person,
    stream_id: z.int(),
    topic: z.string(),
  }),
] as const
