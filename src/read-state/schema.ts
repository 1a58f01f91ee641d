import { z } from 'zod'

const ids = z.array(z.int())

/** Unread messages by conversation and topic (register, `unread_msgs`). */
const unreadMessagesSchema = z.object({
  /** How many messages are unread, without those of muted streams and topics. The lists below have these too. */
  count: z.int(),
  /** Conversations of two people, and the one with yourself, by the id of the other person. */
  pms: z.array(
    z.object({
      /** Id of the other person; your own id in the conversation with yourself. */
      other_user_id: z.int(),
      /** The same as `other_user_id`. Deprecated. */
      sender_id: z.int(),
      /** Ids of the unread messages, ascending. */
      unread_message_ids: ids,
    }),
  ),
  /** Conversations of three or more people, by `user_ids_string`. */
  huddles: z.array(
    z.object({
      /** Ids of all people of the conversation, yours included: ascending, separated by commas. */
      user_ids_string: z.string(),
      /** Ids of the unread messages, ascending. */
      unread_message_ids: ids,
    }),
  ),
  /** Topics of streams, by stream and topic. Streams that you have left are not among them. */
  streams: z.array(
    z.object({
      /** Id of the stream. */
      stream_id: z.int(),
      /** The topic. Two spellings that differ only in case are one topic, but two entries. */
      topic: z.string(),
      /** Ids of the unread messages, ascending. */
      unread_message_ids: ids,
    }),
  ),
  /**
   * Ids of unread messages that mention you, ascending. Those that mention everybody are left out where the stream or
   * the topic is muted.
   */
  mentions: ids,
  /** Whether the lists may be incomplete: only the 50,000 newest unread messages are in them. */
  old_unreads_missing: z.boolean(),
})

export type UnreadMessages = z.infer<typeof unreadMessagesSchema>

/** The feature's part of the initial state. */
export const readState = {
  /** What you have not read yet. Only there if both `update_message_flags` and `message` are fetched. */
  unread_msgs: unreadMessagesSchema.optional(),
}
