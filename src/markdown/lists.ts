import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { blocksWithin, deepestNesting, isEndedBy, isIndented, lineOf } from './blocks'

/** The mark that begins an item: `*`, `-` or `+`, or a number with a full stop. */
const marker = /^( *)(?:[*+-]|(\d{1,9})\.)(?: +|$)(?=(.?))/

interface Marker {
  indent: number
  /** Null for bullets. */
  number: string | null
  /** Text that follows the mark in its line. */
  text: string
}

function markerOf(line: string): Marker | null {
  const match = marker.exec(line)
  if (match === null || !line.includes(' ', match[1]!.length)) return null
  return { indent: match[1]!.length, number: match[2] ?? null, text: line.slice(match[0].length) }
}

/** Levels are two spaces apart; different bullets make one list (markdown, Lists). */
export function lists(markdown: MarkdownIt): void {
  markdown.block.ruler.at(
    'list',
    (state, line, endLine, silent) => {
      if (isIndented(state, line) || state.level >= deepestNesting - 1) return false
      const first = markerOf(lineOf(state, line))
      if (first === null) return false
      // In the middle of a text, a number of two digits is more likely a part of it.
      if (silent) return first.text !== '' && (first.number === null || first.number.length === 1)
      const { items, end } = itemsOf(state, first, { line, endLine })
      pushList(state, first, items)
      state.line = end
      return true
    },
    { alt: ['paragraph'] },
  )
}

interface Item {
  lines: string[]
  /** A blank line separates it from the next one. */
  isApart: boolean
}

/** The items of the list that begins at a line, each with its lines. */
function itemsOf(state: StateBlock, first: Marker, { line, endLine }: { line: number; endLine: number }) {
  const items: Item[] = [{ lines: [first.text], isApart: false }]
  let end = line + 1
  while (end < endLine) {
    const next = state.skipEmptyLines(end)
    if (next >= endLine) break
    const isAfterBlank = next > end
    const text = lineOf(state, next)
    const item = items.at(-1)!
    if (state.sCount[next]! < first.indent + 2) {
      if (isEndedBy(state, 'list', next, endLine)) break
      const found = markerOf(text)
      if (found !== null) {
        if ((found.number === null) !== (first.number === null)) break
        item.isApart = isAfterBlank
        items.push({ lines: [found.text], isApart: false })
        end = next + 1
        continue
      }
      if (isAfterBlank) break
    }
    item.lines.push(...Array<string>(next - end).fill(''), text)
    end = next + 1
  }
  return { items, end }
}

function pushList(state: StateBlock, first: Marker, items: readonly Item[]): void {
  const contents = items.map(({ lines }) => dedented(lines, first.indent + 2))
  const isLoose = items.some(({ isApart }) => isApart) || contents.some(hasParagraphs)
  const [kind, tag] = first.number === null ? ['bullet_list', 'ul'] : ['ordered_list', 'ol']
  const list = state.push(`${kind}_open`, tag, 1)
  if (first.number !== null && Number(first.number) !== 1) list.attrs = [['start', Number(first.number)]]
  for (const content of contents) {
    state.push('list_item_open', 'li', 1)
    const tokens = blocksWithin(state, content)
    for (const token of tokens) if (isLoose || !isOwnParagraph(token, state.level)) state.tokens.push(token)
    state.push('list_item_close', 'li', -1)
  }
  state.push(`${kind}_close`, tag, -1)
}

const isOwnParagraph = ({ type, level }: Token, own: number): boolean =>
  level === own && (type === 'paragraph_open' || type === 'paragraph_close')

/** An item's text: the lines of its first paragraph stay as they are, and the rest loses the item's indentation. */
function dedented(lines: readonly string[], indent: number): string {
  const head = lines.findIndex((text, index) => index > 0 && (text === '' || isNested(text, indent)))
  if (head < 0) return lines.join('\n')
  const spaces = new RegExp(`^ {0,${indent}}`)
  return [...lines.slice(0, head), ...lines.slice(head).map((text) => text.replace(spaces, ''))].join('\n')
}

const isNested = (text: string, indent: number): boolean => (markerOf(text)?.indent ?? 0) >= indent

/** Whether a blank line is followed by something of the item itself, not by a list in it. */
const hasParagraphs = (content: string): boolean => /(?<!\n)\n\n+(?! *(?:[*+-]|\d{1,9}\.) )(?! {2})\S/.test(content)
