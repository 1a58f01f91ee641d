import { z } from 'zod'
import { reactionTypeSchema } from '../emoji/schema'

/** What somebody changed of their status, and nothing else of it; everybody is told (events, user_status). */
export const userStatusEventSchema = z.object({
  type: z.literal('user_status'),
  user_id: z.int(),
  away: z.boolean().optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: reactionTypeSchema.optional(),
})
