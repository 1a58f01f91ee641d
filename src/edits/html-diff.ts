import { diffArrays } from 'diff'

/** Differences beyond this many are not looked for piece by piece: the time it takes grows with their square. */
export const mostDifferences = 300

/** A tag, a character reference, a word, white space, or any other single character. */
const pieces = /<[^<>]*>|&#?\w+;|[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu

type Op = 'kept' | 'inserted' | 'deleted'

/**
 * The new HTML with marks: what came in and what is gone is wrapped in spans (endpoints, Messages, History). Of tags
 * only the new ones are there, in their order, and no mark ever reaches over a tag; so the result is as well-formed and
 * as well escaped as the new HTML is.
 */
export function htmlDiff(before: string, after: string, most: number = mostDifferences): string {
  let html = ''
  let marked: { op: Op; text: string } = { op: 'kept', text: '' }
  const flush = () => {
    const { op, text } = marked
    // Space between blocks is nothing to look at, and a mark would have no place there.
    if (op === 'kept' || text.trim() === '') html += op === 'deleted' ? '' : text
    else html += `<span class="highlight_text_${op}">${text}</span>`
    marked = { op: 'kept', text: '' }
  }
  for (const { op, piece } of changes(before.match(pieces) ?? [], after.match(pieces) ?? [], most)) {
    const isTag = piece.length > 1 && piece.startsWith('<')
    if (isTag && op === 'deleted') continue
    const own = isTag ? 'kept' : op
    if (own !== marked.op) flush()
    marked = { op: own, text: marked.text + piece }
  }
  flush()
  return html
}

interface Step {
  op: Op
  piece: string
}

/** The same for each piece. */
const steps = (op: Op, list: readonly string[]): Step[] => list.map((piece) => ({ op, piece }))

function changes(before: readonly string[], after: readonly string[], most: number): Step[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const rest = Math.min(before.length, after.length) - start
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const [gone, come] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const found = diffArrays(gone, come, { maxEditLength: most })
  return [
    ...steps('kept', after.slice(0, start)),
    ...(found?.flatMap(({ added, removed, value }) =>
      steps(added ? 'inserted' : removed ? 'deleted' : 'kept', value),
    ) ?? [...steps('deleted', gone), ...steps('inserted', come)]),
    ...steps('kept', after.slice(after.length - end)),
  ]
}
