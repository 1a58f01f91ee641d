/** Names that differ only in case are one name; the database's own folding knows only ASCII. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()

/** Length as people count it: in code points, not in UTF-16 units. */
export const characterCount = (text: string): number => Array.from(text).length
