import { z } from 'zod'

/** Where a message counts as unread (events, update_message_flags). */
const unreadDetailsSchema = z.object({
  /** What kind of message it is. */
  type: z.enum(['stream', 'private']),
  /**
   * The message mentions you; absent if it does not. A mention of everybody in a muted stream or topic does not count.
   */
  mentioned: z.literal(true).optional(),
  /** Of private messages: ids of the other people of the conversation, ascending. */
  user_ids: z.array(z.int()).optional(),
  /** Of stream messages: id of the stream. */
  stream_id: z.int().optional(),
  /** Of stream messages: the topic. */
  topic: z.string().optional(),
  /** Of stream messages: whether neither the stream nor the topic is muted. */
  unmuted_stream_msg: z.boolean().optional(),
})

export type UnreadDetails = z.infer<typeof unreadDetailsSchema>

/**
 * Messages of yours got a flag or lost it: you changed it or marked messages as read, you left a stream, joined it
 * again or it was archived, or you muted a user. Only you are told. Events that wait may be merged into one (events,
 * update_message_flags).
 */
export const flagsEventSchema = z.object({
  type: z.literal('update_message_flags'),
  /** `add`: the messages have the flag now. `remove`: they have it no more. */
  op: z.enum(['add', 'remove']),
  /** The same as `op`. Deprecated. */
  operation: z.enum(['add', 'remove']),
  /** The flag: `read`, `starred` or `collapsed`. */
  flag: z.string(),
  /** Ids of the messages; empty with `all`. Some may have been so before: a client must not count them. */
  messages: z.array(z.int()),
  /** Whether all messages were marked as read, at whatever time they were sent. */
  all: z.boolean(),
  /** Details by message id; only there when messages became unread. */
  message_details: z.record(z.string(), unreadDetailsSchema).optional(),
})

/** Maximal number of messages in one event that says they became unread: it has details of each, and must fit into one row. */
export const maxUnreadInEvent = 5000

export type FlagsEvent = z.infer<typeof flagsEventSchema>

export const flagsEvent = (
  { op, flag }: Pick<FlagsEvent, 'op' | 'flag'>,
  messages: number[],
  more: Partial<Pick<FlagsEvent, 'all' | 'message_details'>> = {},
): FlagsEvent => ({ type: 'update_message_flags', op, operation: op, flag, messages, all: false, ...more })
