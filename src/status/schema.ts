import { z } from 'zod'
import { reactionTypeSchema } from '../emoji/schema'

/** Status of a person. Only what is set is there (objects, User status). */
export const userStatusSchema = z.object({
  /** Whether the person is away. Absent unless they are. */
  away: z.literal(true).optional(),
  /** Text of the status: at most 60 characters. */
  status_text: z.string().optional(),
  /** Name of the emoji, without colons. */
  emoji_name: z.string().optional(),
  /** Code of the emoji among those of its type: code points such as `1f389`, or the id of a custom emoji. */
  emoji_code: z.string().optional(),
  /** Type of the emoji: Unicode's, the organization's own, or the one of the server. */
  reaction_type: reactionTypeSchema.optional(),
})

export type UserStatus = z.infer<typeof userStatusSchema>
