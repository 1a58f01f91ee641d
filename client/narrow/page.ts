import type { ParamsOf } from '../api'

/** Where a narrow opens: at a message, at the newest one, or at the first unread one. */
export type Anchor = number | 'newest' | 'first_unread'

/** The parameters of `GET /messages` that choose a page of a narrow. */
export type Page = Required<Pick<ParamsOf<'GET /messages'>, 'anchor' | 'num_before' | 'num_after'>>

/** One request asks for this many messages at most. */
const maxMessages = 1000

/** A request that fills a gap asks for this many messages more than the client knows of. */
const spareMessages = 50

/** A view grows by this many messages at an edge. */
export const messagesPerStep = 100

/** This many messages fill a screen on each side of the anchor. */
export const messagesPerScreen = 30

const pageFrom = (anchor: number | string, num_before: number, num_after: number): Page => ({
  anchor: String(anchor),
  num_before,
  num_after,
})

export const pageAt = (anchor: Anchor): Page =>
  anchor === 'newest'
    ? pageFrom(anchor, 2 * messagesPerScreen, 0)
    : pageFrom(anchor, messagesPerScreen, messagesPerScreen)

export const olderThan = (id: number, count: number): Page => pageFrom(id, count, 0)

export const newerThan = (id: number, count: number): Page => pageFrom(id, 0, count)

/** All messages from one id to another. The client already holds `knownCount` of them. */
export const between = (low: number, high: number, knownCount: number): Page =>
  pageFrom(low, 0, low === high ? 0 : Math.min(knownCount + spareMessages, maxMessages))
