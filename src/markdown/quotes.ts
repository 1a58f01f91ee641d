import type { MarkdownIt, StateBlock } from 'markdown-it'
import { blocksWithin, deepestNesting, firstOf, isEndedBy, isIndented, lineOf } from './blocks'

/** Lines that begin with `>`, and what follows them without a blank line (markdown, Quotes). */
export function quotes(markdown: MarkdownIt): void {
  markdown.block.ruler.at(
    'blockquote',
    (state, line, endLine, silent) => {
      if (firstOf(state, line) !== '>' || isIndented(state, line) || state.level >= deepestNesting) return false
      if (isHollow(state, line, endLine)) return false
      if (silent) return true
      let end = line
      while (end < endLine && !state.isEmpty(end) && !isEndedBy(state, 'blockquote', end, endLine)) end += 1
      const lines = Array.from({ length: end - line }, (_, index) => lineOf(state, line + index))
      pushQuote(state, lines.map((text) => text.replace(/^ {0,3}> ?/, '')).join('\n'))
      state.line = end
      return true
    },
    { alt: ['paragraph'] },
  )
}

/** A quote of Markdown. */
export function pushQuote(state: StateBlock, text: string): void {
  state.push('blockquote_open', 'blockquote', 1)
  state.tokens.push(...blocksWithin(state, text))
  state.push('blockquote_close', 'blockquote', -1)
}

/** Line up to which lines are known to have nothing but marks. */
const hollowUntil = new WeakMap<StateBlock, number>()

/** Whether the lines up to the next blank one are marks that quote nothing. */
function isHollow(state: StateBlock, line: number, endLine: number): boolean {
  if (line < (hollowUntil.get(state) ?? 0)) return true
  let end = line
  while (end < endLine && /^ {0,3}>\s*$/.test(lineOf(state, end))) end += 1
  const isHollow = end === endLine || state.isEmpty(end)
  if (isHollow) hollowUntil.set(state, end)
  return isHollow
}
