import type { Anchor } from '../../../../client'
import { windowAt, type Window } from './window'

/** Parts of the height at which a message stands that was gone to. */
const parts = { unread: 0.25, named: 0.4 }

/** Pixels that a message takes, about. As many are drawn at first as fill the page. */
const height = 40

/** Where a feed goes. */
export interface ScrollTarget {
  /** The message to go to, or Infinity for the end. */
  readonly id: number
  /** At which part of the height it is to stand. */
  readonly part: number
  /** What is drawn at first. */
  readonly window: Window
}

interface PlaceOptions {
  /** At which part of the height, unless it is the usual one. */
  readonly part: number | undefined
  readonly isUnread: (id: number) => boolean
}

/** The place of an anchor in a list of messages. */
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
