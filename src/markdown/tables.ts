import type { MarkdownIt, StateBlock } from 'markdown-it'
import { isEndedBy, isIndented, lineOf, pushInline } from './blocks'
import { environmentOf } from './environment'

type Alignment = 'left' | 'center' | 'right' | null

/** Cells of a row, without the empty ones at outer pipes. Pipes in code and after a backslash do not split. */
function cellsOf(line: string): string[] {
  const text = line.trim()
  const code = codeIn(text)
  const cells: string[] = []
  let start = text.startsWith('|') ? 1 : 0
  for (let place = start; place < text.length; place += 1) {
    const skipped = code.get(place)
    if (skipped !== undefined) place = skipped - 1
    else if (text[place] === '\\') place += 1
    else if (text[place] === '|') {
      cells.push(text.slice(start, place).trim())
      start = place + 1
    }
  }
  if (start < text.length || cells.length === 0) cells.push(text.slice(start).trim())
  return cells
}

/** Start and end of each code span in a line. */
function codeIn(text: string): Map<number, number> {
  const code = new Map<number, number>()
  if (!text.includes('`')) return code
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }))
  const next = new Map<number, number>()
  for (const { index, length } of runs.toReversed()) {
    const close = next.get(length)
    if (close !== undefined) code.set(index, close + length)
    next.set(length, index)
  }
  return code
}

const alignments: Record<string, Alignment> = { '-': null, ':-': 'left', '-:': 'right', ':-:': 'center' }

/** The alignments in a delimiter row; null if it is none. */
function alignmentsOf(line: string): Alignment[] | null {
  if (!/^[ |:-]*$/.test(line) || !line.includes('|')) return null
  const columnAlignments: Alignment[] = []
  for (const cell of cellsOf(line)) {
    const alignment = alignments[cell.replace(/-+/, '-')]
    if (alignment === undefined) return null
    columnAlignments.push(alignment)
  }
  return columnAlignments
}

/** A head, a row of alignments, and rows up to the next blank line; it does not interrupt a paragraph (markdown, Tables). */
export function tables(markdown: MarkdownIt): void {
  markdown.block.ruler.at('table', (state, line, endLine) => {
    if (line + 2 > endLine || isIndented(state, line)) return false
    const columnAlignments = alignmentsOf(lineOf(state, line + 1))
    if (columnAlignments === null || !lineOf(state, line).includes('|')) return false
    const head = cellsOf(lineOf(state, line))
    if (head.length !== columnAlignments.length) return false
    let end = line + 2
    while (end < endLine && !state.isEmpty(end) && !isEndedBy(state, 'blockquote', end, endLine)) end += 1
    const rows = Array.from({ length: end - line - 2 }, (_, index) => cellsOf(lineOf(state, line + 2 + index)))
    if (!environmentOf(state).budget.takesCells((rows.length + 1) * columnAlignments.length)) return false
    state.line = end
    state.push('table_open', 'table', 1)
    state.push('thead_open', 'thead', 1)
    pushRow(state, head, { tag: 'th', columnAlignments })
    state.push('thead_close', 'thead', -1)
    state.push('tbody_open', 'tbody', 1)
    for (const row of rows.length > 0 ? rows : [[]]) pushRow(state, row, { tag: 'td', columnAlignments })
    state.push('tbody_close', 'tbody', -1)
    state.push('table_close', 'table', -1)
    return true
  })
}

function pushRow(
  state: StateBlock,
  cells: readonly string[],
  { tag, columnAlignments }: { tag: 'th' | 'td'; columnAlignments: readonly Alignment[] },
): void {
  state.push('tr_open', 'tr', 1)
  for (const [index, alignment] of columnAlignments.entries()) {
    const open = state.push(`${tag}_open`, tag, 1)
    if (alignment !== null) open.attrs = [['align', alignment]]
    pushInline(state, cells[index] ?? '')
    state.push(`${tag}_close`, tag, -1)
  }
  state.push('tr_close', 'tr', -1)
}
