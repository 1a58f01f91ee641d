import type { Anchor } from '../../../../client'
import { windowAt, type Window } from './window'

/** Where a jump places a message, as a part of the list's height from its top. */
const parts = { unread: 0.25, named: 0.4 }

/** Approximate height of a message in pixels. The first draw has as many messages as fill the page. */
const height = 40

/** Where a message list jumps to. */
export interface ScrollTarget {
  /** The message to jump to, or Infinity for the end. */
  readonly id: number
  /** Where it is placed, as a part of the list's height from its top. */
  readonly part: number
  /** The messages to draw first. */
  readonly window: Window
}

interface PlaceOptions {
  /** As in `ScrollTarget`; undefined for the usual part. */
  readonly part: number | undefined
  readonly isUnread: (id: number) => boolean
}

/** Finds the target of an anchor in a list of message ids. */
export function scrollTargetOf(
  to: Anchor,
  ids: readonly number[],
  { part: own, isUnread }: PlaceOptions,
): ScrollTarget {
  const found = typeof to === 'number' ? ids.find((one) => one >= to) : to === 'first_unread' && ids.find(isUnread)
  const id = found || Infinity
  const part = own ?? (typeof to === 'number' ? parts.named : parts.unread)
  const rows = Math.ceil(innerHeight / height)
  const before = id === Infinity ? rows : Math.ceil(rows * part)
  return { id, part, window: windowAt(ids, id, { before, after: rows - before }) }
}
