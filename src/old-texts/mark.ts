import { fragment, literal, type Fragment } from '../core/sql/sql'

/**
 * What a row has in place of its HTML while its text is in the object: `>` and the number of bytes of both texts, such as `>190`. The
 * content is empty then. No HTML begins with a bare `>`.
 */
const markSign = '>'

/** Whether the text of `message` is in the object. */
export const isMoved: Fragment = fragment`substr(message.rendered_content, 1, 1) = '>'`

/** True of all messages where `isMoved`, and of hardly any other. It takes SQLite one comparison. */
export const mayBeMoved: Fragment = fragment`message.rendered_content > '='`

/** Bytes of both texts of `message`, where `isMoved`. */
export const movedBytes: Fragment = fragment`cast(substr(message.rendered_content, 2) as integer)`

/** The mark of a message whose texts have so many bytes. */
export const moveMark = (bytes: number): string => `${markSign}${literal(bytes).text}`

/** Whether this HTML, as it is stored, is a mark. */
export const isMoveMark = (rendered_content: string): boolean => rendered_content.startsWith(markSign)
