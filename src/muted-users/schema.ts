import { z } from 'zod'

export const mutedUserSchema = z.object({ id: z.int(), timestamp: z.int() })

/** Whom somebody muted, all of them; told to themself (events, muted_users). */
export const mutedUsersEventSchema = z.object({
  type: z.literal('muted_users'),
  muted_users: z.array(mutedUserSchema),
})
