import { z } from 'zod'
import { text } from '../core/http/params'
import { reactionTypeOf, sentReactionTypeSchema } from '../realm/compatibility'
import type { ReactionType } from './schema'

/** The name or code of an emoji, as long as one is looked at. */
export const emojiText = text(z.string().max(100))

/** Parameters by which clients name an emoji; what they leave out follows from the rest. */
export const emojiFields = {
  emoji_name: emojiText.optional(),
  emoji_code: emojiText.optional(),
  reaction_type: text(sentReactionTypeSchema).optional(),
}

type Sent = { reaction_type?: Parameters<typeof reactionTypeOf>[0] }

/** What was sent, with the type under the specification's own name. */
export const withReactionType = <S extends Sent>(
  { reaction_type, ...sent }: S,
  env: Pick<Env, 'COMPATIBILITY_NAMES'>,
): Omit<S, 'reaction_type'> & { reaction_type: ReactionType | undefined } => ({
  ...sent,
  reaction_type: reactionTypeOf(reaction_type, env),
})
