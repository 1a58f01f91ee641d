import { renderToString } from 'katex'
import type { MarkdownIt } from 'markdown-it'
import { environmentOf } from './environment'
import { escapeText } from './escape'
import type { Budget } from './budget'

/** `$$tex$$`: no other dollar next to it, and the formula begins neither with a dollar nor with `_`. */
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
  markdown.renderer.rules['math'] = (tokens, index, _options, env) => {
    const { content } = tokens[index]!
    const { budget } = environmentOf({ env })
    return (
      formulaHtml(content, { displayMode: false, budget }) ??
      `<span class="tex-error">${escapeText(`$$${content}$$`)}</span>`
    )
  }
}

/** A `math` fence: formulas that blank lines separate. */
export function mathBlock(source: string, budget: Budget): string {
  const formulas = source.split(/\n(?: *\n)+/).map((part) => part.trim())
  const html = formulas.filter((part) => part !== '').map((part) => formulaHtml(part, { displayMode: true, budget }))
  const shown = html.includes(null) ? `<span class="tex-error">${escapeText(source)}</span>` : html.join('\n\n')
  return `<p>${shown}</p>`
}

/** Maximal length of a formula, because the work grows faster than the length. */
const longestFormula = 2000

/**
 * Forbidden commands: those that define macros, by which a few characters could cause unlimited work, and those that write to the
 * log. Names with an at sign are internal to KaTeX, and can do both.
 */
const forbidden =
  /(?<!\\)(?:\\\\)*\\(?:[A-Za-z]*@|(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long|message|errmessage|show)(?![A-Za-z]))/

/**
 * A formula as HTML and MathML; null if it is invalid, too long or too deeply nested, or exceeds the message's budget. KaTeX runs
 * untrusted, so that a formula cannot make links.
 */
function formulaHtml(tex: string, { displayMode, budget }: { displayMode: boolean; budget: Budget }): string | null {
  if (tex.length > longestFormula || forbidden.test(tex) || !budget.takesFormula()) return null
  try {
    const html = renderToString(tex, { displayMode, throwOnError: true, strict: false, trust: false, maxSize: 20 })
    return budget.takes(html) ? html : null
  } catch {
    return null
  }
}
