/** Most messages that are drawn at once. */
const maxMessages = 120
/** How many messages are added at an edge: few enough to be drawn within a frame. */
const step = 8

/** The drawn part of a list: the ids from `from` up to, but not including, `to`. Infinity includes new messages. */
export interface Window {
  readonly from: number
  readonly to: number
}

export const everything: Window = { from: 0, to: Infinity }

const indexOf = (ids: readonly number[], id: number): number => {
  const index = ids.findIndex((one) => one >= id)
  return index < 0 ? ids.length : index
}

/** A window with some messages before an id, and some from it on. If no message has that id or a later one, it is at the end. */
export function windowAt(
  ids: readonly number[],
  id: number,
  { before, after }: Record<'before' | 'after', number>,
): Window {
  const middle = indexOf(ids, id)
  const to = middle + after
  return { from: ids[Math.max(0, middle - before)] ?? 0, to: to < ids.length ? ids[to]! : Infinity }
}

/** The ids in a window. If a window that includes new messages has too many, the newest ones. */
export function within(ids: readonly number[], { from, to }: Window): readonly number[] {
  const end = to === Infinity ? ids.length : indexOf(ids, to)
  return ids.slice(Math.max(indexOf(ids, from), to === Infinity ? end - maxMessages : 0), end)
}

/**
 * The window with more messages at one edge, and fewer at the other if there are too many; the same window if there are no more.
 */
export function grow(ids: readonly number[], window: Window, edge: 'older' | 'newer'): Window {
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
