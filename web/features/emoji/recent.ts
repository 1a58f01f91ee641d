import { recentlyUsed } from '../../lib/recently-used'
import type { Emoji } from './emoji'

/** What stands for an emoji among all. */
export const keyOf = ({ code, picture }: Pick<Emoji, 'code' | 'picture'>): string =>
  picture === undefined ? code : `own ${code}`

/** Keys of emoji that are offered again. */
export const recentEmoji = recentlyUsed('emoji', 16)
