/** Folds case, for comparing names: names that differ only in case are the same. The database's own folding knows only ASCII. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

/** Length in code points, which is how people count, not in UTF-16 units. */
export const characterCount = (text: string): number => Array.from(text).length

/** Code points that no name may contain: control characters, halves of surrogate pairs, and noncharacters. */
export const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** The beginning of a text from a client, for quoting it in a refusal. */
export function clipText(text: string, maxCharacters = 100): string {
  if (text.length <= maxCharacters) return text
  // A code point takes up to two UTF-16 units.
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2))
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters).join('')}...`
}

/** Characters that set the direction of writing. They would also turn what stands behind the text that holds them. */
export const directions = /[\u202A-\u202E\u2066-\u2069]/g
