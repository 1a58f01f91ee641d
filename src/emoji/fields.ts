import { z } from 'zod'
import { text } from '../core/http/params'
import { reactionTypeOf, sentReactionTypeSchema } from '../realm/compatibility'
import type { ReactionType } from './schema'

// Longer than any name or code of an emoji.
export const emojiText = text(z.string().max(100))

/** Parameters by which clients name an emoji; what they leave out follows from the rest. */
export const emojiFields = {
  /** Name of the emoji, without colons: `tada`. Of an emoji with several names any. */
  emoji_name: emojiText.optional(),
  /**
   * What stands for the emoji among those of its type: hexadecimal code points joined by hyphens, such as `1f389`, or the
   * id of a custom emoji. Without it, the name says which emoji is meant.
   */
  emoji_code: emojiText.optional(),
  /**
   * Type of the emoji: `unicode_emoji`, `realm_emoji` for a custom one, `service_extra_emoji` for the one of the server,
   * which may also be called `zulip_extra_emoji`. Without it, the name says which type is meant.
   */
  reaction_type: text(sentReactionTypeSchema).optional(),
}

type Sent = { reaction_type?: Parameters<typeof reactionTypeOf>[0] }

/** The parameters with the reaction type under its name in answers. */
export const withReactionType = <S extends Sent>(
  { reaction_type, ...sent }: S,
  env: Pick<Env, 'COMPATIBILITY_NAMES'>,
): Omit<S, 'reaction_type'> & { reaction_type: ReactionType | undefined } => ({
  ...sent,
  reaction_type: reactionTypeOf(reaction_type, env),
})
