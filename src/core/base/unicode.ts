/** Folds case, for comparing names: names that differ only in case are one name. The database's own folding knows only ASCII. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

/** Length in code points, as people count, and not in UTF-16 units. */
export const characterCount = (text: string): number => Array.from(text).length

/** Code points that no name may contain: control characters, halves of surrogate pairs, and noncharacters. */
export const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** The beginning of a text from a client, for repeating it in a message. */
export function clipped(text: string, most = 100): string {
  if (text.length <= most) return text
  // A code point takes up to two UTF-16 units.
  const characters = Array.from(text.slice(0, 2 * most + 2))
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}...`
}
