import type { Store } from '../../../client'
import { characterOf } from './emoji-drawing'
import { popularCodes, type Emoji } from './emoji'
import { recentEmoji } from './recent'

/** Names of the popular emoji that are offered before the table is loaded. */
const names: Readonly<Record<string, string>> = {
  '1f44d': 'thumbs_up',
  '2764': 'heart',
  '1f602': 'joy',
  '1f389': 'tada',
}

/** Quick reactions to offer: the emoji that the user has chosen recently, then popular ones. */
export function quickEmoji({ user_id }: Store, maxEmoji: number): readonly Emoji[] {
  const used = recentEmoji.all(user_id).filter((code) => names[code] !== undefined)
  const codes = [...new Set([...used, ...popularCodes.filter((code) => names[code] !== undefined)])].slice(0, maxEmoji)
  return codes.map((code) => ({ code, names: [names[code]!], glyph: characterOf(code) ?? '' }))
}

/** An emoji as reactions refer to it. */
export const reactionOf = ({ code, names: [name], picture }: Emoji) => ({
  emoji_name: name!,
  emoji_code: code,
  reaction_type: picture === undefined ? ('unicode_emoji' as const) : ('realm_emoji' as const),
})
