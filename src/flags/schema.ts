import { z } from 'zod'

const ids = z.array(z.int())

/** What somebody has not read yet, by conversation and topic (register, `unread_msgs`). Ids ascend. */
const unreadMessagesSchema = z.object({
  /** Without muted streams and topics, which the lists have. */
  count: z.int(),
  pms: z.array(z.object({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: ids })),
  huddles: z.array(z.object({ user_ids_string: z.string(), unread_message_ids: ids })),
  streams: z.array(z.object({ stream_id: z.int(), topic: z.string(), unread_message_ids: ids })),
  mentions: ids,
  /** There is more than what is told. */
  old_unreads_missing: z.boolean(),
})

export type UnreadMessages = z.infer<typeof unreadMessagesSchema>

/** What the state says of flags. */
export const flagsState = {
  unread_msgs: unreadMessagesSchema.optional(),
  starred_messages: ids.optional(),
}
