/** Names that differ only in case are one name; the database's own folding knows only ASCII. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

/** Length as people count it: in code points, not in UTF-16 units. */
export const characterCount = (text: string): number => Array.from(text).length

/** Code points that no name may contain: control characters, halves of surrogate pairs, and noncharacters. */
export const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** The beginning of what a client chose, for a message that repeats it: as long as it may be, and no longer. */
export function clipped(text: string, most = 100): string {
  if (text.length <= most) return text
  // A character takes up to two places.
  const characters = Array.from(text.slice(0, 2 * most + 2))
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}...`
}
