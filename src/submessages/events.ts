import { z } from 'zod'

/**
 * Somebody added to the widget of a message, such as a vote to a poll. Those who received the message are told, and those
 * who touched it since (events, submessage).
 */
export const submessageEventSchema = z.object({
  type: z.literal('submessage'),
  /** Id of the message. */
  message_id: z.int(),
  /** Id of what was added. */
  submessage_id: z.int(),
  /** Id of the user who added it. */
  sender_id: z.int(),
  /** What the client that added it calls it: `widget`, as a rule. */
  msg_type: z.string(),
  /** JSON, as it was sent. */
  content: z.string(),
})
