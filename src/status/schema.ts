import { z } from 'zod'
import { reactionTypeSchema } from '../emoji/schema'

/** What somebody told of themselves; only what is set (objects, User status). */
export const userStatusSchema = z.object({
  away: z.literal(true).optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: reactionTypeSchema.optional(),
})

export type UserStatus = z.infer<typeof userStatusSchema>
