import { z } from 'zod'
import { reactionTypeSchema, type Emoji } from '../emoji/schema'

/** A reaction as messages show it (objects, Reaction). */
export const reactionSchema = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: reactionTypeSchema,
  user_id: z.int(),
  user: z.object({ id: z.int(), email: z.string(), full_name: z.string(), is_mirror_dummy: z.boolean() }),
})

type Reaction = z.infer<typeof reactionSchema>

/** A reaction as `message.reactions` holds it, in order of addition. */
export interface StoredReaction extends Emoji {
  user_id: number
}

export const storedReactions = (column: string | null): StoredReaction[] =>
  column === null ? [] : (JSON.parse(column) as StoredReaction[])

/** What a message shows; `people` is a JSON list of those who reacted, as they are called now. */
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
