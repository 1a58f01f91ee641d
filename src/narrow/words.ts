/** A word as the search index has it: letters, digits and their accents; everything else separates words. */
export const word = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu

/** What the search index compares: without case and accents. */
export const foldWord = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
