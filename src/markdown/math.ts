import { renderToString } from 'katex'
import type { MarkdownIt } from 'markdown-it'
import { escapeText } from './escape'

/** `$$tex$$`: the dollars stand alone, and the formula begins neither with a dollar nor with `_`. */
const formula = /\$\$(?!_)((?:\\\$|[^$\n])+)\$\$(?![$\p{L}\p{M}\p{N}_])/uy
const mayNotPrecede = /[\p{L}\p{M}\p{N}_$]/u

/** Formulas within text (markdown, Math). */
export function math(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'math', (state) => {
    if (!state.src.startsWith('$$', state.pos)) return false
    if (state.pos > 0 && mayNotPrecede.test(state.src[state.pos - 1]!)) return false
    formula.lastIndex = state.pos
    const match = formula.exec(state.src)
    if (match === null) return false
    state.push('math', '', 0).content = match[1]!
    state.pos += match[0].length
    return true
  })
  markdown.renderer.rules['math'] = (tokens, index) => {
    const { content } = tokens[index]!
    return formulaHtml(content.trim(), false) ?? `<span class="tex-error">${escapeText(`$$${content}$$`)}</span>`
  }
}

/** A `math` fence: formulas that blank lines separate. */
export function mathBlock(source: string): string {
  const formulas = source.split(/\n(?: *\n)+/).map((part) => part.trim())
  const html = formulas.filter((part) => part !== '').map((part) => formulaHtml(part, true))
  const shown = html.includes(null) ? `<span class="tex-error">${escapeText(source)}</span>` : html.join('\n\n')
  return `<p>${shown}</p>`
}

/** Characters of one formula: the work for it grows faster than its length. */
const longestFormula = 2000

/** Both HTML and MathML; null when it is no formula, or too long or nested. Nothing in it is trusted: it makes no links. */
function formulaHtml(tex: string, displayMode: boolean): string | null {
  if (tex.length > longestFormula) return null
  try {
    return renderToString(tex, { displayMode, throwOnError: true, strict: false, trust: false, maxSize: 20 })
  } catch {
    return null
  }
}
