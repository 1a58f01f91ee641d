/** Texts of one call that stores or removes, so that it does not hold the object up. */
export const maxTextsOfChange = 500

/** Texts of one call that reads: as many as the longest page or move has. */
export const maxTextsOfRead = 10_000

/** Texts of one call that compares. */
export const maxTextsOfComparison = 1000
