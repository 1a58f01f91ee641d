import { measureFold } from './folds'
import { loadRare } from './lazy'

/** HTML up to this many characters is drawn at once. */
const maxShortLength = 4000

/** Pixels by which a beginning is higher than its folded box, so that its last line, which is cut off, lies below the fold. */
const belowFoldPx = 20

/** Elements of a message, and what to do when they, or some of them, are in the page. */
export type Part = readonly [content: DocumentFragment, whenAdded: () => void]

/** HTML up to a tag near `length`; the parser closes what is open there. Not within a table, whose other rows decide about its columns. */
function beginningOf(html: string, length: number): string {
  const table = html.lastIndexOf('<table', length)
  const end = html.indexOf('</table>', table)
  return html.slice(0, table >= 0 && end > length ? end : html.lastIndexOf('<', length))
}

/**
 * Draws HTML, of which `read` makes elements, in an empty box: of a long text, first what the folded box shows, and the rest in portions
 * when the browser has time. Returns a function that cancels what is still to be drawn.
 */
export function drawFolded(
  box: HTMLElement,
  isFolded: boolean,
  html: string,
  read: (html: string) => Part,
): () => void {
  let isCancelled = false
  function draw(part: string): void {
    const [content, whenAdded] = read(part)
    // With `auto`, the browser reads all text again at each node that comes.
    box.dir = ''
    complete(box, content)
    box.dir = 'auto'
    whenAdded()
  }
  let length = isFolded ? maxShortLength : Infinity
  const isLong = length < html.length
  while (length < html.length) {
    draw(beginningOf(html, length))
    const { scrollHeight, clientHeight } = box
    if (scrollHeight > clientHeight + belowFoldPx) break
    // A folded box takes 60vh (`content.css`). Somewhat more, so that the next beginning is usually long enough.
    length *= (innerHeight * 0.65 + 40) / scrollHeight
  }
  if (length >= html.length) draw(html)
  // Now, not after the layout of the next frame, which would have to be done again.
  if (isLong) measureFold(box)
  if (length < html.length) {
    const isWanted = (): boolean => !isCancelled
    loadRare().then(
      ({ addRest }) => addRest(box, isWanted, () => read(html)),
      // Offline, and the code was never loaded.
      () => isCancelled || draw(html),
    )
  }
  return () => (isCancelled = true)
}

/**
 * Adds to an element, by `append`, the nodes that only the whole has, of which the element has the beginning. What is there already stays as
 * it is.
 */
export function complete(
  begun: ParentNode,
  whole: ParentNode,
  append = (to: ParentNode, node: ChildNode): void => to.append(node),
): void {
  const { lastChild, childNodes } = begun
  const added = [...whole.childNodes].slice(childNodes.length)
  const last = whole.childNodes[childNodes.length - 1]
  // What is cut off in its first tags, such as a spoiler, may not be adapted yet.
  if (lastChild?.nodeName !== last?.nodeName) lastChild!.replaceWith(last!)
  else if (lastChild instanceof Element) complete(lastChild, last as Element, append)
  for (const node of added) append(begun, node)
}
