import { recentlyUsed } from '../recently-used'

/** Searches that are offered again. */
export const recentSearches = recentlyUsed('searches', 8)
