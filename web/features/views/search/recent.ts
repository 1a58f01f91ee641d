import { recentlyUsed } from '../../../lib/recently-used'

/** Searches that are offered again. */
export const recentSearches = recentlyUsed('searches', 8)
