import { z } from 'zod'

/** A user whom you mute. */
export const mutedUserSchema = z.object({
  /** Id of the user. */
  id: z.int(),
  /** When you muted them, in seconds since 1970 UTC. */
  timestamp: z.int(),
})

/** You muted or unmuted a user. Only you are told (events, muted_users). */
export const mutedUsersEventSchema = z.object({
  type: z.literal('muted_users'),
  /** All users whom you mute, in the order of muting. */
  muted_users: z.array(mutedUserSchema),
})
