import type { MarkdownIt, StateBlock } from 'markdown-it'
import { blocksWithin, deepestNesting, firstOf, lineOf, pushInline } from './blocks'
import { codeBlock } from './code-blocks'
import { environmentOf } from './environment'
import { mathBlock } from './math'
import { pushQuote } from './quotes'

/** Three or more backticks or tildes, and what follows them. That must not contain them, because otherwise it is inline code. */
const opening = /^(?:(`{3,})([^`]*)|(~{3,})([^~]*))$/
/** A language and further words: the title of a spoiler; ignored after other languages. */
const infoString = /^ *\{?\.?([\w.+/#-]+)(.*)$/

interface Opening {
  fence: string
  language: string
  header: string
}

function openingOf(line: string, standard: string | null): Opening | null {
  const match = opening.exec(line)
  if (match === null) return null
  const [fence, rest] = [match[1] ?? match[3]!, match[2] ?? match[4]!]
  if (rest.trim() === '') return { fence, language: standard ?? '', header: '' }
  const [, language, header] = infoString.exec(rest) ?? []
  return language === undefined ? null : { fence, language, header: header!.replace(/^\}/, '').trim() }
}

const holdsBlocks = (language: string): boolean => /^(?:quote|quoted|spoiler)$/i.test(language)

/** Blocks between two lines of backticks or tildes: code, quotes, spoilers, formulas (markdown, Fenced blocks). */
export function fences(markdown: MarkdownIt): void {
  markdown.block.ruler.at(
    'fence',
    (state, line, endLine, silent) => {
      if (!'`~'.includes(firstOf(state, line)) || state.isEmpty(line)) return false
      const { default_code_block_language } = environmentOf(state).context
      const opened = openingOf(fenceLine(state, line), default_code_block_language)
      if (opened === null || (holdsBlocks(opened.language) && state.level >= deepestNesting)) return false
      if (silent) return true
      const close = closeOf(state, opened, { line, endLine, standard: default_code_block_language })
      const indentation = new RegExp(`^ {0,${state.sCount[line]!}}`)
      const lines = Array.from({ length: close - line - 1 }, (_, index) =>
        lineOf(state, line + 1 + index).replace(indentation, ''),
      )
      state.line = Math.min(close + 1, endLine)
      pushFence(state, opened, lines)
      return true
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  )
  markdown.renderer.rules['fence'] = (tokens, index) => `${tokens[index]!.content}\n`
  for (const part of ['spoiler_open', 'spoiler_content', 'spoiler_close'])
    markdown.renderer.rules[part] = (tokens, index) => tokens[index]!.content
}

/** The line of a fence without its indentation, which may be as deep as a paragraph's. */
const fenceLine = (state: StateBlock, line: number): string =>
  lineOf(state, line)
    .replace(/^ {1,3}(?=[`~])/, '')
    .trimEnd()

/**
 * The line that closes a fence, or the end. Code is only closed by the same run. In other fences, another run, or a run with a
 * language, opens a nested fence.
 */
function closeOf(
  state: StateBlock,
  opened: Opening,
  { line, endLine, standard }: { line: number; endLine: number; standard: string | null },
): number {
  const open = [opened]
  for (let next = line + 1; next < endLine; next += 1) {
    if (!'`~'.includes(firstOf(state, next)) || state.isEmpty(next)) continue
    const text = fenceLine(state, next)
    const { fence, language } = open.at(-1)!
    if (text === fence) open.pop()
    else if (holdsBlocks(language)) {
      const inner = openingOf(text, standard)
      if (inner !== null) open.push(inner)
    }
    if (open.length === 0) return next
  }
  return endLine
}

function pushFence(state: StateBlock, { language, header }: Opening, lines: readonly string[]): void {
  const text = lines.join('\n')
  const name = language.toLowerCase()
  // Nothing between the two lines: nothing is shown.
  if (holdsBlocks(language) && lines.length === 0) return
  if (name === 'spoiler') pushSpoiler(state, header, text)
  else if (holdsBlocks(language)) pushQuote(state, text)
  else if (name === 'math') state.push('fence', '', 0).content = mathBlock(text, environmentOf(state).budget)
  else state.push('fence', '', 0).content = codeBlock(lines, language, environmentOf(state))
}

function pushSpoiler(state: StateBlock, header: string, text: string): void {
  state.push('spoiler_open', 'div', 1).content = '<div class="spoiler-block"><div class="spoiler-header">\n'
  if (header !== '') {
    state.push('paragraph_open', 'p', 1)
    pushInline(state, header)
    state.push('paragraph_close', 'p', -1)
  }
  state.push('spoiler_content', 'div', 0).content = '</div><div class="spoiler-content" aria-hidden="true">\n'
  state.tokens.push(...blocksWithin(state, text))
  state.push('spoiler_close', 'div', -1).content = '</div></div>\n'
}
