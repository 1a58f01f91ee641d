import type { MarkdownIt } from 'markdown-it'
import { destination } from './addresses'
import { environmentOf } from './environment'
import { attributes, escapeText } from './escape'
import type { Link } from './inline-matches'

/** `[text](destination "title")`; the text is literal (markdown, Titled). */
export function titledLinks(markdown: MarkdownIt): void {
  const pairsOf = new WeakMap<object, ReadonlyMap<number, number>>()
  markdown.inline.ruler.at('link', (state) => {
    const { src, pos } = state
    if (src[pos] !== '[' || src[pos - 1] === '!') return false
    let pairs = pairsOf.get(state)
    if (pairs === undefined) pairsOf.set(state, (pairs = matchingPairs(src)))
    const middle = pairs.get(pos)
    if (middle === undefined || src[middle + 1] !== '(') return false
    const end = pairs.get(middle + 1)
    if (end === undefined) return false
    const target = parts.exec(src.slice(middle + 2, end))?.groups
    const href = target && destination(target['angled'] ?? target['plain'] ?? '', environmentOf(state).context.origin)
    if (!href) return false
    const text = src.slice(pos + 1, middle).trim() === '' ? href : src.slice(pos + 1, middle)
    const link: Link = { href, text, isTitled: true }
    const title = target['double'] ?? target['single']
    state.push('titled_link', 'a', 0).meta = { link, title }
    state.pos = end + 1
    return true
  })
  markdown.renderer.rules['titled_link'] = (tokens, index) => {
    const { link, title } = tokens[index]!.meta as { link: Link; title: string | undefined }
    const { href, text } = link
    return `<a${attributes(title === undefined ? { href } : { href, title })}>${escapeText(text)}</a>`
  }
}

/** Text between the parentheses: destination and title. */
const parts = /^ *(?:<(?<angled>[^<>\n]*)>|(?<plain>[^\s<][^\s]*))(?:\s+(?:"(?<double>[^]*)"|'(?<single>[^]*)'))?\s*$/

/** Parentheses that hold deeper ones than this are no destination, so that no part is read often. */
const deepest = 8

/** The place where each bracket and parenthesis is closed, found in one pass. */
function matchingPairs(src: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>()
  const brackets: number[] = []
  const parentheses: { place: number; height: number }[] = []
  for (const { index, 0: character } of src.matchAll(/[[\]()]/g)) {
    if (character === '[') brackets.push(index)
    else if (character === '(') parentheses.push({ place: index, height: 0 })
    else if (character === ']') {
      const opening = brackets.pop()
      if (opening !== undefined) closing.set(opening, index)
    } else {
      const opening = parentheses.pop()
      if (opening === undefined) continue
      if (opening.height < deepest) closing.set(opening.place, index)
      const around = parentheses.at(-1)
      if (around !== undefined) around.height = Math.max(around.height, opening.height + 1)
    }
  }
  return closing
}
