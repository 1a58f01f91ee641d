/** Most messages that are drawn at once, and by how many that grows at an edge. */
const maxMessages = 120
const step = 16

/** The part of a list that is drawn: from one id to another, or to whatever comes. */
export interface Window {
  readonly from: number
  readonly to: number
}

export const everything: Window = { from: 0, to: Infinity }

const indexOf = (ids: readonly number[], id: number): number => {
  const index = ids.findIndex((one) => one >= id)
  return index < 0 ? ids.length : index
}

/** A window with some messages before one, and some from it on; at the end if there is none. */
export function windowAt(
  ids: readonly number[],
  id: number,
  { before, after }: Record<'before' | 'after', number>,
): Window {
  const middle = indexOf(ids, id)
  const to = middle + after
  return { from: ids[Math.max(0, middle - before)] ?? 0, to: to < ids.length ? ids[to]! : Infinity }
}

/** The ids in a window; of too many the last ones if it is open to what comes, so that it follows. */
export function within(ids: readonly number[], { from, to }: Window): readonly number[] {
  const end = to === Infinity ? ids.length : indexOf(ids, to)
  return ids.slice(Math.max(indexOf(ids, from), to === Infinity ? end - maxMessages : 0), end)
}

/** A window with more at one edge, and less at the other; the same if there is no more. */
export function grown(ids: readonly number[], window: Window, edge: 'older' | 'newer'): Window {
  const shown = within(ids, window)
  const [first, end] = [indexOf(ids, shown[0] ?? 0), indexOf(ids, shown.at(-1) ?? 0) + 1]
  if (edge === 'older') {
    const from = Math.max(0, first - step)
    if (from === first) return window
    return { from: ids[from]!, to: end - from > maxMessages ? ids[from + maxMessages]! : window.to }
  }
  if (end >= ids.length) return window.to === Infinity ? window : { ...window, to: Infinity }
  const to = Math.min(ids.length, end + step)
  return { from: ids[Math.max(first, to - maxMessages)]!, to: to < ids.length ? ids[to]! : Infinity }
}
