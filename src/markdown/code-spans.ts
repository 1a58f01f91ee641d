import type { MarkdownIt } from 'markdown-it'
import { escapeText } from './escape'

/** Text between two equal runs of backticks, which is not parsed (markdown, Inline code). */
export function codeSpans(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('backticks', (state) => {
    if (state.src[state.pos] !== '`') return false
    if (!state.backticksScanned) {
      state.backticks = closingRuns(state.src)
      state.backticksScanned = true
    }
    let start = state.pos
    while (state.src[start] === '`') start += 1
    const end = state.backticks[state.pos]
    if (end === undefined) state.pending += state.src.slice(state.pos, start)
    else state.push('code_inline', 'code', 0).content = state.src.slice(start, end)
    state.pos = end === undefined ? start : end + start - state.pos
    return true
  })
  markdown.renderer.rules['code_inline'] = (tokens, index) => `<code>${escapeText(tokens[index]!.content)}</code>`
}

/** For each run of backticks, where the next run of the same length begins. */
function closingRuns(src: string): Record<number, number> {
  const closing: Record<number, number> = {}
  const latest = new Map<number, number>()
  for (const { index, 0: run } of src.matchAll(/`+/g)) {
    const before = latest.get(run.length)
    if (before !== undefined) closing[before] = index
    latest.set(run.length, index)
  }
  return closing
}
