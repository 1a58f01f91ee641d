import { Parser } from 'htmlparser2'

/** An element of a document. Names are in lower case, with their prefix. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly parent: XmlElement | null
  /** The text in it so far, also that of elements in it. */
  text: string
}

/** Elements within each other. A document with more is no feed. */
const maxDepth = 64

/** Characters of the text of one element that are read. */
const maxTextCharacters = 20_000

/** Characters that are parsed at once. */
const chunkCharacters = 32 * 1024

/**
 * Reads XML as feeds have it, with mistakes, and calls `onEnd` for each element that ends, until that answers `stop`. Entities that
 * the document declares stay as they are, so none of them grows. Answers whether the document could be read; one that breaks off
 * can.
 */
export function readXml(document: string, onEnd: (element: XmlElement) => 'continue' | 'stop'): boolean {
  const progress: { element: XmlElement | null; depth: number; isStopped: boolean } = {
    element: null,
    depth: 0,
    isStopped: false,
  }
  const isTooDeep = (): boolean => progress.depth > maxDepth
  const parser = new Parser(
    {
      onopentagname() {
        progress.depth += 1
        // The time that the parser takes for an element grows with the number of elements around it.
        if (isTooDeep()) parser.pause()
      },
      onopentag(name, attributes) {
        progress.element = { name, attributes, parent: progress.element, text: '' }
      },
      onclosetag() {
        const { element } = progress
        progress.depth -= 1
        if (element === null) return
        const { parent, text } = element
        progress.isStopped ||= onEnd(element) === 'stop'
        if (progress.isStopped) parser.pause()
        if (parent !== null) append(parent, ` ${text} `)
        progress.element = parent
      },
      ontext(text) {
        if (progress.element !== null) append(progress.element, text)
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  for (let start = 0; start < document.length; start += chunkCharacters) {
    parser.write(document.slice(start, start + chunkCharacters))
    if (isTooDeep() || progress.isStopped) break
  }
  return !isTooDeep()
}

function append(element: XmlElement, text: string): void {
  const room = maxTextCharacters - element.text.length
  if (room > 0) element.text += text.slice(0, room)
}
