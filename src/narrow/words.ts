/** A word of the search index: letters and digits with their accents. Everything else separates words. */
export const word = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu

/** A word without case and accents, as the search index compares it. */
export const foldWord = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
