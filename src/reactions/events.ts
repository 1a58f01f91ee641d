import { z } from 'zod'
import { emojiShape } from '../emoji/schema'

/** Somebody reacted to a message that you may see, or took a reaction back (events, reaction). */
export const reactionEventSchema = z.object({
  type: z.literal('reaction'),
  /** `add`: there is a new reaction. `remove`: it is gone. */
  op: z.enum(['add', 'remove']),
  /** Id of the message. */
  message_id: z.int(),
  /** Id of the user who reacted. */
  user_id: z.int(),
  ...emojiShape,
  /** The user who reacted. Deprecated: `user_id` and the list of users tell the same. */
  user: z.object({
    /** Id of the user; among the reactions of a message it is called `id`. */
    user_id: z.int(),
    /** Address of the user as others see it. */
    email: z.string(),
    /** Name of the user. */
    full_name: z.string(),
  }),
})
