/**
 * A state of the database, by D1's own name for it. D1 documents that sorting bookmarks as strings orders them from oldest to newest
 * (https://developers.cloudflare.com/d1/reference/glossary/).
 */
export type Bookmark = string

/** Header of requests and answers: the latest state of the database that the client has seen. */
export const bookmarkHeader = 'Rivulet-Bookmark'

/** The form of D1's bookmarks, with room for longer ones: a client could send anything. They may have a prefix. */
const form = /^(m\d{4}-)?[\da-f-]{8,128}$/

/**
 * What bookmarks of a realm begin with that has moved to another database so many times. Those of different databases say nothing of each
 * other. So the ones of a later database are later: the prefix comes after all digits.
 */
export const bookmarkPrefix = (moves: number): string => (moves === 0 ? '' : `m${String(moves).padStart(4, '0')}-`)

/** The bookmark in a text; null if it has none, or something else. */
export const bookmarkIn = (text: string | null | undefined): Bookmark | null =>
  text != null && form.test(text) ? text : null

/** A bookmark with all of its digits made equal. */
const shapeOf = (bookmark: Bookmark): string => bookmark.replaceAll(/[\da-f]/g, '0')

/**
 * Whether two bookmarks sort by their age: their digits are at the same places, as in all that D1 names. A client could make a shorter
 * number up, which would sort after larger ones.
 */
export const areComparable = (a: Bookmark, b: Bookmark): boolean => shapeOf(a) === shapeOf(b)

/** The later one of two bookmarks. */
export function laterBookmark(a: Bookmark, b: Bookmark | null): Bookmark
export function laterBookmark(a: Bookmark | null, b: Bookmark | null): Bookmark | null
export function laterBookmark(a: Bookmark | null, b: Bookmark | null): Bookmark | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}
