import { z } from 'zod'
import { text } from '../core/http/params'
import { sentReactionTypeSchema } from '../realm/compatibility'

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
