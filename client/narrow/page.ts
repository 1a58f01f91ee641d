import type { ParamsOf } from '../api'

/** Where a narrow is opened: at a message, at the newest one, or at the first that is unread. */
export type Anchor = number | 'newest' | 'first_unread'

/** Which page of a narrow. */
export type Page = Required<Pick<ParamsOf<'GET /messages'>, 'anchor' | 'num_before' | 'num_after'>>

/** Most messages that one page asks for. */
const maxMessages = 1000

/** Messages that are asked for beside those that are needed. */
const spareMessages = 50

/** How many messages are added at an edge. */
export const step = 100

/** How many messages fill a screen on each side of the anchor. */
export const screen = 30

const from = (anchor: number | string, num_before: number, num_after: number): Page => ({
  anchor: String(anchor),
  num_before,
  num_after,
})

export const pageAt = (anchor: Anchor): Page =>
  anchor === 'newest' ? from(anchor, 2 * screen, 0) : from(anchor, screen, screen)

export const olderThan = (id: number, count: number): Page => from(id, count, 0)

export const newerThan = (id: number, count: number): Page => from(id, 0, count)

/** Messages from one id to another, of which so many are known. */
export const between = (low: number, high: number, known: number): Page =>
  from(low, 0, low === high ? 0 : Math.min(known + spareMessages, maxMessages))
