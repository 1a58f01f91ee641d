import type { MarkdownIt, StateBlock, Token } from 'markdown-it'

/** Maximal number of open tags around a block. Deeper quotes and lists stay text. A list takes two tags. */
export const deepestNesting = 16

/** A line without its end. */
export const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line], state.eMarks[line])

/** The first character of a line that is no space; empty for a blank line. */
export const firstOf = (state: StateBlock, line: number): string =>
  state.isEmpty(line) ? '' : state.src[state.bMarks[line]! + state.tShift[line]!]!

/** Whether a line is indented so far that it can only begin code. */
export const isIndented = (state: StateBlock, line: number): boolean => state.sCount[line]! >= 4

/** The blocks of a text inside another block. */
export function blocksWithin(state: StateBlock, text: string): Token[] {
  const tokens: Token[] = []
  if (text.trim() === '') return tokens
  const { State } = state.md.block
  const inner = new State(text, state.md, state.env, tokens)
  inner.level = state.level
  state.md.block.tokenize(inner, 0, inner.lineMax)
  return tokens
}

/** Adds a text with inline syntax to the tokens. */
export function pushInline(state: StateBlock, content: string): void {
  const token = state.push('inline', '', 0)
  token.content = content
  token.children = []
}

/** Whether one of the rules that end a block of this kind begins at a line. */
export const isEndedBy = (state: StateBlock, kind: string, line: number, endLine: number): boolean =>
  state.md.block.ruler.getRules(kind).some((rule) => rule(state, line, endLine, true))

const heading = /^ {0,3}(#{1,6}) (.*)$/
const rule = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/

/** Headings, paragraphs, indented code and rules of a line's width (markdown, Paragraphs, headings, rules). */
export function blocks(markdown: MarkdownIt): void {
  const { ruler } = markdown.block
  ruler.at(
    'heading',
    (state, line, _endLine, silent) => {
      if (firstOf(state, line) !== '#' || isIndented(state, line)) return false
      const match = heading.exec(lineOf(state, line))
      if (match === null) return false
      if (silent) return true
      const tag = `h${match[1]!.length}`
      state.line = line + 1
      state.push('heading_open', tag, 1)
      pushInline(state, withoutClosing(match[2]!))
      state.push('heading_close', tag, -1)
      return true
    },
    { alt: ['paragraph', 'list'] },
  )
  ruler.at(
    'hr',
    (state, line, _endLine, silent) => {
      if (!'*-_'.includes(firstOf(state, line)) || !rule.test(lineOf(state, line))) return false
      if (silent) return true
      state.line = line + 1
      state.push('hr', 'hr', 0)
      return true
    },
    { alt: ['paragraph', 'list'] },
  )
  ruler.at('paragraph', (state, line, endLine) => {
    let end = line + 1
    while (
      end < endLine &&
      !state.isEmpty(end) &&
      (isIndented(state, end) || !isEndedBy(state, 'paragraph', end, endLine))
    )
      end += 1
    state.line = end
    state.push('paragraph_open', 'p', 1)
    pushInline(state, state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[end - 1]))
    state.push('paragraph_close', 'p', -1)
    return true
  })
}

/** A title may be closed by as many `#` as one likes. */
function withoutClosing(title: string): string {
  let end = title.length
  while (end > 0 && '# '.includes(title[end - 1]!)) end -= 1
  return title.slice(0, end).trimStart()
}
