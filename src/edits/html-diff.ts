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
  return [
    ...steps('kept', after.slice(0, start)),
    ...(shortestScript(gone, come, most) ?? [...steps('deleted', gone), ...steps('inserted', come)]),
    ...steps('kept', after.slice(after.length - end)),
  ]
}

/**
 * The fewest deletions and insertions that lead from one list to the other, after Myers, "An O(ND) Difference
 * Algorithm" (1986); null when there are too many.
 */
function shortestScript(before: readonly string[], after: readonly string[], most: number): Step[] | null {
  /** By diagonal (place in `before` minus place in `after`), how far one gets in `before`; one map for each number of differences. */
  const reached: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let differences = 0; differences <= Math.min(before.length + after.length, most); differences += 1) {
    reached.push(furthest)
    const next = new Map<number, number>()
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let place = comesFromAbove(furthest, diagonal, differences)
        ? furthest.get(diagonal + 1)!
        : furthest.get(diagonal - 1)! + 1
      while (place < before.length && place - diagonal < after.length && before[place] === after[place - diagonal])
        place += 1
      next.set(diagonal, place)
      if (place >= before.length && place - diagonal >= after.length) return wayBack(before, after, reached)
    }
    furthest = next
  }
  return null
}

/** Whether the best way to a diagonal is an insertion (from the one above it) and not a deletion. */
const comesFromAbove = (furthest: ReadonlyMap<number, number>, diagonal: number, differences: number): boolean =>
  diagonal === -differences ||
  (diagonal !== differences && (furthest.get(diagonal - 1) ?? -1) < (furthest.get(diagonal + 1) ?? -1))

function wayBack(
  before: readonly string[],
  after: readonly string[],
  reached: readonly ReadonlyMap<number, number>[],
): Step[] {
  const steps: Step[] = []
  let [old, young] = [before.length, after.length]
  for (let differences = reached.length - 1; differences >= 0; differences -= 1) {
    const furthest = reached[differences]!
    const diagonal = old - young
    const from = comesFromAbove(furthest, diagonal, differences) ? diagonal + 1 : diagonal - 1
    const previous = furthest.get(from)!
    while (old > previous && young > previous - from && old > 0 && young > 0) {
      steps.push({ op: 'kept', piece: after[young - 1]! })
      old -= 1
      young -= 1
    }
    if (differences === 0) break
    if (old === previous) steps.push({ op: 'inserted', piece: after[young - 1]! })
    else steps.push({ op: 'deleted', piece: before[old - 1]! })
    old = previous
    young = previous - from
  }
  return steps.toReversed()
}
