import type { MarkdownIt, StateInline } from 'markdown-it'
import { environmentOf, type Environment } from './environment'
import { escapeText } from './escape'
import type { InlineMatch, InlineMatches } from './inline-matches'

/** Characters at which some rule begins; markdown-it passes over those that no rule takes. */
const special = new Uint8Array(128)
for (const character of '\n`@#<$[&:*~') special[character.charCodeAt(0)] = 1

/** `&name;` or `&#number;` stays; any other `&` is escaped. */
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy

/** Plain text, line breaks, character references, and the matches that were found beforehand. */
export function text(markdown: MarkdownIt, matchesOf: (text: string, environment: Environment) => InlineMatches): void {
  const { inline, core, renderer } = markdown

  core.ruler.at('inline', (state) => {
    const environment = environmentOf(state)
    for (const { type, content, children } of state.tokens) {
      if (type !== 'inline') continue
      environment.inlineMatches = matchesOf(content, environment)
      state.md.inline.parse(content, state.md, state.env, children!)
    }
  })

  inline.ruler.at('text', (state) => {
    const { src, posMax } = state
    const stop = environmentOf(state).inlineMatches.matchAtOrAfter(state.pos)?.start ?? posMax
    let end = state.pos
    for (; end < stop; end += 1) {
      const code = src.charCodeAt(end)
      if (code < 128 && special[code] === 1) break
    }
    if (end === state.pos) return false
    state.pending += src.slice(state.pos, end)
    state.pos = end
    return true
  })

  inline.ruler.after('text', 'match', (state) => {
    const match = environmentOf(state).inlineMatches.matchAtOrAfter(state.pos)
    if (match === undefined || match.start !== state.pos) return false
    state.push('match', '', 0).meta = { ...match }
    state.pos = match.end
    return true
  })
  renderer.rules['match'] = (tokens, index) => (tokens[index]!.meta as unknown as InlineMatch).html

  inline.ruler.at('newline', (state) => {
    if (state.src[state.pos] !== '\n') return false
    state.push('softbreak', 'br', 0)
    endLine(state)
    state.pos += 1
    return true
  })
  renderer.rules['softbreak'] = () => '<br>\n'

  inline.ruler.at('entity', (state) => {
    if (state.src[state.pos] !== '&') return false
    reference.lastIndex = state.pos
    const match = reference.exec(state.src)
    if (match === null) return false
    state.push('reference', '', 0).content = match[0]
    state.pos += match[0].length
    return true
  })
  renderer.rules['reference'] = (tokens, index) => tokens[index]!.content
  renderer.rules['text'] = (tokens, index) => escapeText(tokens[index]!.content)
}

/** Emphasis does not reach over a line's end: those that opened on this line are paired by themselves. */
function endLine(state: StateInline): void {
  state.tokens_meta[state.tokens_meta.length - 1] = { delimiters: state.delimiters }
  state.delimiters = []
}
