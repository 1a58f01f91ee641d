import { z } from 'zod'
import { reactionTypeSchema } from '../emoji/schema'

/** Somebody reacted, or took it back (events, reaction). */
export const reactionEventSchema = z.object({
  type: z.literal('reaction'),
  op: z.enum(['add', 'remove']),
  message_id: z.int(),
  user_id: z.int(),
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: reactionTypeSchema,
  /** Deprecated. Its id has another name than in messages. */
  user: z.object({ user_id: z.int(), email: z.string(), full_name: z.string() }),
})
