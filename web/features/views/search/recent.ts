import { recentlyUsed } from '../../../lib/recently-used'

/** The last searches of the user. */
export const recentSearches = recentlyUsed('searches', 8)
