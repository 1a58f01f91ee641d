import type { MarkdownIt } from 'markdown-it'
import { isIndented, lineOf } from './blocks'
import { languageNamed } from './code-languages'
import { highlightCode } from './code-tokens'
import { environmentOf } from './environment'
import { attributes, escapeText } from './escape'
import type { Budget } from './budget'

/** A first line that names the language: `:::py`, `#!py`, or a script's own, with a path. */
const firstLine = /^(?::{2,}|#!)((?:\/\w+)*[/ ])?([\w#.+-]+)/

const isFilled = (line: string): boolean => line !== ''

/**
 * A code block, with or without a language. Only fenced ones tell clients the language (markdown, Fenced blocks). A script
 * without a language is highlighted by its first line.
 */
export function codeBlock(
  lines: readonly string[],
  language: string,
  { budget, isNamed = true }: { budget: Budget; isNamed?: boolean },
): string {
  const trimmed = lines.map((line) => line.trimEnd())
  const text = trimmed.slice(Math.max(trimmed.findIndex(isFilled), 0), trimmed.findLastIndex(isFilled) + 1).join('\n')
  const [, path, runner = ''] = firstLine.exec(lines[0] ?? '') ?? []
  const known = languageNamed(language === '' && path !== undefined ? runner : language)
  const code = known === null ? escapeText(text) : highlightCode(text, known, budget)
  const name = language !== '' && isNamed ? attributes({ 'data-code-language': known?.name ?? language }) : ''
  return `<div class="codehilite"${name}><pre><span></span><code>${code}\n</code></pre></div>`
}

/** Code that is indented by four spaces and does not continue a paragraph (markdown, Indented code). */
export function codeBlocks(markdown: MarkdownIt): void {
  markdown.block.ruler.at('code', (state, line, endLine) => {
    if (!isIndented(state, line)) return false
    let end = line + 1
    for (let next = end; next < endLine && (state.isEmpty(next) || isIndented(state, next)); next += 1)
      if (!state.isEmpty(next)) end = next + 1
    const lines = Array.from({ length: end - line }, (_, index) => lineOf(state, line + index).slice(4))
    const [, path, language = ''] = firstLine.exec(lines[0]!) ?? []
    const isDropped = language !== '' && path === undefined
    state.line = end
    state.push('fence', '', 0).content = codeBlock(isDropped ? lines.slice(1) : lines, language, {
      budget: environmentOf(state).budget,
      isNamed: false,
    })
    return true
  })
}
