import type { MarkdownIt, StateInline, Token } from 'markdown-it'

const space = /[\s]/

/**
 * `*em*`, `**strong**`, `***both***`, `~~deleted~~` (markdown, Inline text). Every run of marks becomes delimiters here, and
 * markdown-it pairs them. They may be inside of words; a single star must touch what it opens or closes.
 */
export function emphasis(markdown: MarkdownIt): void {
  const { inline, renderer } = markdown
  inline.ruler.at('emphasis', (state) => {
    if (state.src[state.pos] !== '*') return false
    const end = endOfRun(state)
    const length = end - state.pos
    const isLoose = length > 1
    const open = isLoose || (end < state.posMax && !space.test(state.src[end]!))
    const close = isLoose || (state.pos > 0 && !space.test(state.src[state.pos - 1]!))
    for (let place = state.pos; place < end; place += 1) delimiter(state, '*', { length, open, close })
    state.pos = end
    return true
  })
  inline.ruler.at('strikethrough', (state) => {
    if (state.src[state.pos] !== '~') return false
    const end = endOfRun(state)
    if (end - state.pos === 2) delimiter(state, '~~', { length: 0, open: true, close: true })
    else state.pending += state.src.slice(state.pos, end)
    state.pos = end
    return true
  })
  inline.ruler2.before('fragments_join', 'strong_outside', (state) => putStrongOutside(state.tokens))
  renderer.rules['s_open'] = () => '<del>'
  renderer.rules['s_close'] = () => '</del>'
}

function endOfRun({ src, pos, posMax }: StateInline): number {
  let end = pos + 1
  while (end < posMax && src[end] === src[pos]) end += 1
  return end
}

function delimiter(
  state: StateInline,
  mark: string,
  { length, open, close }: { length: number; open: boolean; close: boolean },
): void {
  state.push('text', '', 0).content = mark
  state.delimiters.push({ marker: mark.charCodeAt(0), length, token: state.tokens.length - 1, end: -1, open, close })
}

/** `***d***` is strong outside and em inside; markdown-it has it the other way round. */
function putStrongOutside(tokens: Token[]): void {
  const opened: { token: Token; strong: Token | null }[] = []
  let previous: Token | null = null
  for (const token of tokens) {
    if (token.type === 'text' && token.content === '') continue
    if (token.type === 'strong_open' && previous?.type === 'em_open') opened.at(-1)!.strong = token
    if (token.nesting === 1) opened.push({ token, strong: null })
    if (token.nesting === -1) {
      const { token: opening, strong } = opened.pop()!
      const isBoth = token.type === 'em_close' && previous?.type === 'strong_close' && strong !== null
      if (isBoth && previous !== null && closes.get(previous) === strong) {
        swap(opening, strong)
        swap(previous, token)
      }
      closes.set(token, opening)
    }
    previous = token
  }
}

/** Which opening a closing token belongs to. */
const closes = new WeakMap<Token, Token>()

function swap(a: Token, b: Token): void {
  ;[a.type, b.type] = [b.type, a.type]
  ;[a.tag, b.tag] = [b.tag, a.tag]
}
