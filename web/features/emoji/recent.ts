import { recentlyUsed } from '../../lib/recently-used'
import type { Emoji } from './emoji'

/** Identifies an emoji among the built-in and the custom ones. */
export const keyOf = ({ code, picture }: Pick<Emoji, 'code' | 'picture'>): string =>
  picture === undefined ? code : `own ${code}`

/** Keys of the emoji that the user has chosen recently. */
export const recentEmoji = recentlyUsed('emoji', 16)
