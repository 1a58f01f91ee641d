import { stem } from './stem'
import { foldWord, word } from './words'

/**
 * Tags and character references, in which nothing is marked, and words. A tag holds no `<`, so that no text is read
 * twice.
 */
const part = new RegExp(String.raw`<(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>|&#?\w+;|(?<word>${word.source})`, 'gu')

/** Marks the words in HTML that have the stem of a searched word (narrow, match_content, match_subject). */
export function highlight(html: string, words: readonly string[]): string {
  if (words.length === 0) return html
  const stems = new Set(words.map((searched) => stem(foldWord(searched))))
  const isSearched = new Map<string | undefined, boolean>([[undefined, false]])
  return html.replaceAll(part, (found, found_word: string | undefined) => {
    let isMarked = isSearched.get(found_word)
    if (isMarked === undefined) isSearched.set(found_word, (isMarked = stems.has(stem(foldWord(found_word!)))))
    return isMarked ? `<span class=highlight>${found}</span>` : found
  })
}
