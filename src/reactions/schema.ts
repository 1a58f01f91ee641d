import { z } from 'zod'
import { emojiShape, type Emoji } from '../emoji/schema'

/** A reaction to a message (objects, Reaction). */
export const reactionSchema = z.object({
  ...emojiShape,
  /** Id of the user who reacted. */
  user_id: z.int(),
  /** The user who reacted. Deprecated: `user_id` and the list of users tell the same. */
  user: z.object({
    /** Id of the user. */
    id: z.int(),
    /** Address of the user as others see it. */
    email: z.string(),
    /** Name of the user. */
    full_name: z.string(),
    /** Always `false`. */
    is_mirror_dummy: z.boolean(),
  }),
})

type Reaction = z.infer<typeof reactionSchema>

/** A reaction as `message.reactions` holds it, in order of addition. */
export interface StoredReaction extends Emoji {
  user_id: number
}

export const storedReactions = (column: string | null): StoredReaction[] =>
  column === null ? [] : (JSON.parse(column) as StoredReaction[])

/** The reactions in the form of the API. `people` is a JSON list of the users who reacted, with their current names. */
export function reactions(column: string | null, people: string | null): Reaction[] {
  if (column === null || people === null) return []
  const reactors = new Map(
    (JSON.parse(people) as Omit<Reaction['user'], 'is_mirror_dummy'>[]).map((person) => [
      person.id,
      { ...person, is_mirror_dummy: false },
    ]),
  )
  return storedReactions(column).map((reaction) => ({ ...reaction, user: reactors.get(reaction.user_id)! }))
}
