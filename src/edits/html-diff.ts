import { diffArrays } from 'diff'

/** With more differences, the texts are not compared piece by piece, because the time grows with the square of the number. */
export const maxComparedDifferences = 300

/** A tag, a character reference, a word, white space, or any other single character. */
const pieces = /<[^<>]*>|&#?\w+;|[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu

type Op = 'kept' | 'inserted' | 'deleted'

/**
 * The new HTML with inserted and deleted text in spans (endpoints, Messages, History). It only has the tags of the new HTML in
 * their order, and no span crosses a tag. So it is as well-formed and as well escaped as the new HTML.
 */
export function htmlDiff(before: string, after: string, maxDifferences: number = maxComparedDifferences): string {
  let html = ''
  let marked: { op: Op; text: string } = { op: 'kept', text: '' }
  const flush = () => {
    const { op, text } = marked
    // White space between blocks is invisible, and a span is not allowed there.
    if (op === 'kept' || text.trim() === '') html += op === 'deleted' ? '' : text
    else html += `<span class="highlight_text_${op}">${text}</span>`
    marked = { op: 'kept', text: '' }
  }
  for (const { op, piece } of changes(before.match(pieces) ?? [], after.match(pieces) ?? [], maxDifferences)) {
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

/** A step of the same kind for each piece. */
const steps = (op: Op, list: readonly string[]): Step[] => list.map((piece) => ({ op, piece }))

function changes(before: readonly string[], after: readonly string[], maxDifferences: number): Step[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const rest = Math.min(before.length, after.length) - start
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const [gone, come] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const found = diffArrays(gone, come, { maxEditLength: maxDifferences })
  return [
    ...steps('kept', after.slice(0, start)),
    ...(found?.flatMap(({ added, removed, value }) =>
      steps(added ? 'inserted' : removed ? 'deleted' : 'kept', value),
    ) ?? [...steps('deleted', gone), ...steps('inserted', come)]),
    ...steps('kept', after.slice(after.length - end)),
  ]
}
