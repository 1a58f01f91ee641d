import { z } from 'zod'

/** Something was added to a message's widget (events, submessage). */
export const submessageEventSchema = z.object({
  type: z.literal('submessage'),
  message_id: z.int(),
  submessage_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string(),
})
