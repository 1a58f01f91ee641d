/** HTML of up to so many characters is drawn at once. */
const maxShortLength = 4000

/** Pixels by which a beginning is higher than its folded box, so that its last line, which is cut off, lies below the fold. */
const belowFoldPx = 20

/** HTML up to a tag near `length`; the parser closes what is open there. Not within a table, whose other rows decide about its columns. */
function beginningOf(html: string, length: number): string {
  const table = html.lastIndexOf('<table', length)
  const end = html.indexOf('</table>', table)
  return html.slice(0, table >= 0 && end > length ? end : html.lastIndexOf('<', length))
}

/**
 * Draws HTML by `draw`: of a long text, first what the folded box shows, and all of it when the browser has time. Without a box, it is
 * drawn at once. Returns a function that cancels what is still to be drawn.
 */
export function drawFolded(box: Element | null, html: string, draw: (html: string) => void): () => void {
  let isCancelled = false
  let length = box === null ? Infinity : maxShortLength
  while (length < html.length) {
    draw(beginningOf(html, length))
    const { scrollHeight, clientHeight } = box!
    if (scrollHeight > clientHeight + belowFoldPx) break
    // A folded box takes 60vh (`content.css`). Somewhat more, so that the next beginning is usually long enough.
    length *= (innerHeight * 0.65 + 40) / scrollHeight
  }
  const drawAll = () => isCancelled || draw(html)
  if (length < html.length)
    // Safari has no `requestIdleCallback`.
    (globalThis.requestIdleCallback ?? setTimeout)(drawAll)
  else drawAll()
  return () => (isCancelled = true)
}

/** Adds to an element what only the whole has, of which it has the beginning. What is there already stays as it is. */
export function complete(begun: ParentNode, whole: ParentNode): void {
  const { lastChild, childNodes } = begun
  const added = [...whole.childNodes].slice(childNodes.length)
  const last = whole.childNodes[childNodes.length - 1]
  // What is cut off in its first tags, such as a spoiler, may not be adapted yet.
  if (lastChild?.nodeName !== last?.nodeName) lastChild!.replaceWith(last!)
  else if (lastChild instanceof Element) complete(lastChild, last as Element)
  begun.append(...added)
}
