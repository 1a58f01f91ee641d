import { z } from 'zod'

/** What of a message tells a client where it counts as unread (events, update_message_flags). */
const unreadDetailsSchema = z.object({
  type: z.enum(['stream', 'private']),
  mentioned: z.literal(true).optional(),
  /** Private: the others of the conversation, ascending. */
  user_ids: z.array(z.int()).optional(),
  /** Stream: where it is, and whether neither stream nor topic is muted. */
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  unmuted_stream_msg: z.boolean().optional(),
})

export type UnreadDetails = z.infer<typeof unreadDetailsSchema>

/** Messages got a flag, or lost it (events, update_message_flags). */
export const flagsEventSchema = z.object({
  type: z.literal('update_message_flags'),
  op: z.enum(['add', 'remove']),
  /** The old name of `op`. */
  operation: z.enum(['add', 'remove']),
  flag: z.string(),
  messages: z.array(z.int()),
  /** Everything was marked read, whatever it was. */
  all: z.boolean(),
  /** By message id; where messages became unread. */
  message_details: z.record(z.string(), unreadDetailsSchema).optional(),
})

export type FlagsEvent = z.infer<typeof flagsEventSchema>

export const flagsEvent = (
  { op, flag }: Pick<FlagsEvent, 'op' | 'flag'>,
  messages: number[],
  more: Partial<Pick<FlagsEvent, 'all' | 'message_details'>> = {},
): FlagsEvent => ({ type: 'update_message_flags', op, operation: op, flag, messages, all: false, ...more })
