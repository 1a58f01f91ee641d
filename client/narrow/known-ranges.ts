import type { AnswerOf, ParamsOf, WireEvent } from '../api'
import type { Store } from '../store/store'
import { flagsOf } from './match'
import { createNarrows, type KnownRanges, type Narrow } from './narrows'
import type { Page } from './page'
import { withoutSpan, type Span } from './spans'
import { mayHold } from './terms'

/** Asks the server. */
export type Ask = (route: 'GET /messages', params: ParamsOf<'GET /messages'>) => Promise<AnswerOf<'GET /messages'>>

/** A page that the server has not answered yet, with what happened since the request. */
interface PendingPage {
  readonly narrow: Narrow
  /** Whether the answer may already be wrong in a way that no event reports. It is requested again then. */
  isOutdated: boolean
  /** Ids of messages that events are about. */
  readonly changed: Set<number>
  /** Ids of messages that may have come into the narrow. */
  readonly uncertain: Set<number>
  /** Ids of messages that were moved to another stream. */
  readonly moved: Set<number>
}

/** The effect of a page. */
export interface PageResult {
  readonly anchor: number
  /** The store now holds every message of the narrow within this span. */
  readonly span: Span
  /** Ids of messages that were moved out of the narrow or deleted. */
  readonly gone: readonly number[]
}

/** The client remembers this many `historical` messages that the user has flagged or reacted to. */
const maxTouched = 10_000

/** Keeps up to date which spans of each narrow the store holds whole: pages add to them, and events take away from them. */
export function createKnownRanges(store: Store, ask: Ask, stored?: KnownRanges) {
  const narrows = createNarrows(store, stored)
  const { touched } = narrows
  const pages = new Set<PendingPage>()

  /**
   * Whether the store can say if a narrow has a message. It cannot for a `historical` message that the user may have flagged or
   * reacted to before this client followed events.
   */
  function isCertain(id: number, { history }: Pick<Narrow, 'history'>): boolean {
    const message = store.messages.get(id)
    return message !== undefined && (history !== null || touched.has(id) || !message.flags.includes('historical'))
  }

  function removeKnown(id: number, isAffected: (narrow: Narrow) => boolean): void {
    narrows.removeKnown(id, isAffected)
    for (const page of pages) if (isAffected(page.narrow)) page.uncertain.add(id)
  }

  /** Messages may have entered narrows. Where the store cannot say, they have to be requested. */
  function mayHaveEntered(ids: readonly number[], isAffected: (narrow: Narrow) => boolean): void {
    for (const id of ids)
      if (!isCertain(id, { history: null }))
        removeKnown(id, (narrow) => !narrow.serverMatches && !isCertain(id, narrow) && isAffected(narrow))
  }

  function markOutdated(isAffected: (narrow: Narrow) => boolean): void {
    narrows.markOutdated(isAffected)
    for (const page of pages) page.isOutdated ||= isAffected(page.narrow)
  }

  function release(ids: Iterable<number>): void {
    for (const id of ids) {
      const message = store.messages.get(id)
      if (message) removeKnown(id, ({ matches }) => matches(message))
      touched.delete(id)
      store.release([id])
    }
  }

  /** The user has flagged or reacted to messages: from then on the server finds them in every narrow, though they are `historical`. */
  function touch(ids: readonly number[], flag?: string): void {
    for (const id of ids) if (store.messages.get(id)?.flags.includes('historical') !== false) touched.add(id)
    if (touched.size > maxTouched) for (const id of touched) if (!store.messages.get(id)) touched.delete(id)
    mayHaveEntered(
      ids,
      ({ history, terms }) =>
        history === null &&
        terms.every(({ operator, operand, negated }) => {
          const flags = operator === 'is' && !negated && flagsOf[operand as string]
          return !flags || flags.includes(flag!)
        }),
    )
  }

  function update(event: WireEvent & { type: 'update_message' }): void {
    const { message_ids, stream_id, orig_subject, new_stream_id, subject = orig_subject, rendering_only } = event
    if (new_stream_id !== undefined) {
      // Whether the user may still see it depends on when they were in which stream.
      for (const id of message_ids) {
        touched.delete(id)
        for (const { moved } of pages) moved.add(id)
      }
      store.release(message_ids)
    }
    if (rendering_only) return
    const place = { stream_id: new_stream_id ?? stream_id, topic: subject }
    mayHaveEntered(message_ids, ({ terms }) =>
      subject === undefined
        ? terms.some(({ operand }) => operand === 'mentioned' || operand === 'alerted')
        : mayHold(terms, place, store.user_id),
    )
  }

  const markMutesOutdated = () => markOutdated(({ terms }) => terms.some(({ operator }) => operator === 'in'))

  const markStreamsOutdated = (streams: readonly { stream_id: number }[]) =>
    markOutdated(({ history }) => streams.some(({ stream_id }) => stream_id === history))

  /**
   * The user has access to streams again. Their messages may have changed meanwhile without an event, so the narrows that show
   * them are requested again. Returns whether there are any.
   */
  function markRegainedOutdated(streams: readonly { stream_id: number }[]): boolean {
    const ids = new Set(streams.map(({ stream_id }) => stream_id))
    const regainedMessages = [...store.messages.values()].filter(
      ({ stream_id }) => stream_id !== undefined && ids.has(stream_id),
    )
    if (regainedMessages.length > 0)
      markOutdated(({ history, matches }) => history === null && regainedMessages.some((message) => matches(message)))
    return regainedMessages.length > 0
  }

  /** Takes in an event that the store has applied. Returns the ids of the messages that may have come or gone; null if any may have. */
  function apply(event: WireEvent): readonly number[] | null {
    const ids = messagesIn(event)
    for (const page of pages) for (const id of ids) page.changed.add(id)
    switch (event.type) {
      case 'message': {
        const { id, stream_id } = event.message
        narrows.raiseNewest(id)
        // From this message on, events report everything.
        for (const terms of [[], stream_id ? [{ operator: 'stream', operand: stream_id }] : []]) {
          const narrow = narrows.get(terms)
          if (narrow.knownSpans.at(-1)?.[1] !== Infinity && narrows.isFollowed(narrow))
            narrows.addKnown(narrow, [id, Infinity])
        }
        break
      }
      case 'update_message':
        update(event)
        break
      case 'reaction':
        if (event.user_id === store.user_id) touch(ids)
        break
      case 'update_message_flags':
        if (event.all) {
          // All unread messages were marked as read. The store may lack some of them, and the event has no ids to request.
          markOutdated(({ terms }) => terms.some(({ operand, negated }) => operand === 'unread' && negated))
          return null
        }
        touch(ids, event.flag)
        break
      case 'muted_topics':
        markMutesOutdated()
        return null
      case 'subscription':
        if ('user_ids' in event) break
        if ('subscriptions' in event) markStreamsOutdated(event.subscriptions)
        if (event.op === 'add') markRegainedOutdated(event.subscriptions)
        markMutesOutdated()
        return null
      case 'stream':
        if (event.op === 'delete') markStreamsOutdated(event.streams)
        else if (event.op === 'update' && event.property === 'invite_only') markStreamsOutdated([event])
        else if (event.op !== 'create' || !markRegainedOutdated(event.streams)) break
        return null
      case 'realm_user':
        if (!('role' in event.person) || event.op !== 'update' || event.person.user_id !== store.user_id) break
        markOutdated(({ history }) => history !== null)
        return null
    }
    return ids
  }

  async function fetchPage(narrow: Narrow, page: Page): Promise<PageResult> {
    const pending: PendingPage = {
      narrow,
      isOutdated: false,
      changed: new Set(),
      uncertain: new Set(),
      moved: new Set(),
    }
    const newest = narrows.newest()
    pages.add(pending)
    try {
      const terms = narrow.terms.map((term) => ({ ...term }))
      const response = ask('GET /messages', { ...page, narrow: terms, client_gravatar: false })
      const messages = await store.addPage(response.then(({ messages }) => (pending.isOutdated ? [] : messages)))
      const rest = await response
      pages.delete(pending)
      if (!pending.isOutdated) return applyPage(pending, { ...rest, messages }, newest)
    } finally {
      pages.delete(pending)
    }
    return fetchPage(narrow, page)
  }

  /** `newest` is the id of the newest message at the time of the request. */
  function applyPage(
    { narrow, changed, uncertain, moved }: PendingPage,
    { anchor, found_oldest, found_newest, messages }: AnswerOf<'GET /messages'>,
    newest: number,
  ): PageResult {
    const inPage = new Set(messages.map(({ id }) => id))
    const last = messages.at(-1)?.id ?? 0
    const end = !found_newest ? 0 : narrows.isFollowed(narrow) ? Infinity : newest
    const at = anchor > Number.MAX_SAFE_INTEGER ? 0 : anchor
    const span: Span = [found_oldest ? 0 : Math.min(anchor, messages[0]?.id ?? anchor), Math.max(last, at, end)]
    const { serverMatches, history } = narrow
    narrows.raiseNewest(last)
    for (const { id, flags } of messages) {
      serverMatches?.add(id)
      if (!serverMatches && history === null && flags.includes('historical')) touched.add(id)
    }
    // Messages that were deleted or moved without an event to this client.
    const gone = narrows.ids(narrow, span).filter((id) => !inPage.has(id) && !changed.has(id))
    if (serverMatches) for (const id of gone) serverMatches.delete(id)
    else release(gone)
    narrows.addKnown(narrow, span)
    narrow.outdatedSpans = withoutSpan(narrow.outdatedSpans, span)
    const elsewhere = [...moved].filter((id) => inPage.has(id))
    release(elsewhere)
    for (const id of uncertain) if (!isCertain(id, narrow)) narrows.removeKnown(id, (other) => other === narrow)
    return { anchor, span, gone: [...gone, ...elsewhere] }
  }

  return { ...narrows, fetchPage, apply, release, markOutdated }
}

/** Ids of the messages that an event names. */
function messagesIn(event: WireEvent): readonly number[] {
  switch (event.type) {
    case 'message':
      return [event.message.id]
    case 'reaction':
      return [event.message_id]
    case 'update_message_flags':
      return event.messages
    case 'update_message':
      return event.message_ids
    case 'delete_message':
      return 'message_ids' in event ? event.message_ids : [event.message_id]
  }
  return []
}
