import { z } from 'zod'
import { reactionTypeSchema } from '../emoji/schema'

/** A person changed their status. What is absent stays as it was. Everybody is told (events, user_status). */
export const userStatusEventSchema = z.object({
  type: z.literal('user_status'),
  /** Id of the person. */
  user_id: z.int(),
  /** Whether the person is away. */
  away: z.boolean().optional(),
  /** Text of the status; empty if it was taken away. */
  status_text: z.string().optional(),
  /** Name of the emoji, without colons; empty if it was taken away. */
  emoji_name: z.string().optional(),
  /** Code of the emoji among those of its type; empty if the emoji was taken away. */
  emoji_code: z.string().optional(),
  /** Type of the emoji. */
  reaction_type: reactionTypeSchema.optional(),
})
