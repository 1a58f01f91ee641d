import type { AnswerOf, ParamsOf, WireEvent } from '../api'
import type { Store } from '../store/store'
import { flagsOf } from './match'
import { createNarrows, type KnownRanges, type Narrow } from './narrows'
import type { Page } from './page'
import { withoutSpan, type Span } from './spans'
import { mayHold } from './terms'

/** Asks the server. */
export type Ask = (route: 'GET /messages', params: ParamsOf<'GET /messages'>) => Promise<AnswerOf<'GET /messages'>>

/** A page that is on its way. */
interface PendingPage {
  readonly narrow: Narrow
  /** Whether something happened that may have changed the answer, and of which nobody will tell. */
  isOld: boolean
  /** Messages to which something happened since, those that may have come, and those that went to other streams. */
  readonly named: Set<number>
  readonly cut: Set<number>
  readonly moved: Set<number>
}

/** What a page told. */
export interface PageResult {
  readonly anchor: number
  readonly span: Span
  /** Messages that turned out to be elsewhere, or nowhere. */
  readonly gone: readonly number[]
}

/** The client remembers this many messages that the account itself changed, and so has. */
const maxTouched = 10_000

/** Knows what of each narrow is in the store, by pages and by events. */
export function createKnownRanges(store: Store, ask: Ask, kept?: KnownRanges) {
  const narrows = createNarrows(store, kept)
  const { touched } = narrows
  const pages = new Set<PendingPage>()

  /** Whether the store tells if a narrow has a message. Some that are `historical` were touched before anybody told. */
  function isSure(id: number, { history }: Pick<Narrow, 'history'>): boolean {
    const message = store.messages.get(id)
    return message !== undefined && (history !== null || touched.has(id) || !message.flags.includes('historical'))
  }

  function cut(id: number, isConcerned: (narrow: Narrow) => boolean): void {
    narrows.cut(id, isConcerned)
    for (const page of pages) if (isConcerned(page.narrow)) page.cut.add(id)
  }

  /** Says that messages may have come into narrows. */
  function mayCome(ids: readonly number[], isConcerned: (narrow: Narrow) => boolean): void {
    for (const id of ids)
      if (!isSure(id, { history: null }))
        cut(id, (narrow) => !narrow.found && !isSure(id, narrow) && isConcerned(narrow))
  }

  function age(isConcerned: (narrow: Narrow) => boolean): void {
    narrows.age(isConcerned)
    for (const page of pages) page.isOld ||= isConcerned(page.narrow)
  }

  function release(ids: Iterable<number>): void {
    for (const id of ids) {
      const message = store.messages.get(id)
      if (message) cut(id, ({ matches }) => matches(message))
      touched.delete(id)
      store.release([id])
    }
  }

  /** Messages that the reader touches are held from then on. */
  function touch(ids: readonly number[], flag?: string): void {
    for (const id of ids) if (store.messages.get(id)?.flags.includes('historical') !== false) touched.add(id)
    if (touched.size > maxTouched) for (const id of touched) if (!store.messages.get(id)) touched.delete(id)
    mayCome(
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
      // Whether it is held there depends on when the reader was in which stream.
      for (const id of message_ids) {
        touched.delete(id)
        for (const { moved } of pages) moved.add(id)
      }
      store.release(message_ids)
    }
    if (rendering_only) return
    const place = { stream_id: new_stream_id ?? stream_id, topic: subject }
    mayCome(message_ids, ({ terms }) =>
      subject === undefined
        ? terms.some(({ operand }) => operand === 'mentioned' || operand === 'alerted')
        : mayHold(terms, place, store.user_id),
    )
  }

  const ageMutes = () => age(({ terms }) => terms.some(({ operator }) => operator === 'in'))

  const ageStreams = (streams: readonly { stream_id: number }[]) =>
    age(({ history }) => streams.some(({ stream_id }) => stream_id === history))

  /**
   * Says that messages of streams may have changed while nobody told the reader of it, because they had no access: they are
   * shown, and asked for anew wherever they are. Answers whether there are any.
   */
  function ageRegained(streams: readonly { stream_id: number }[]): boolean {
    const ids = new Set(streams.map(({ stream_id }) => stream_id))
    const held = [...store.messages.values()].filter(({ stream_id }) => stream_id !== undefined && ids.has(stream_id))
    if (held.length > 0) age(({ history, matches }) => history === null && held.some((message) => matches(message)))
    return held.length > 0
  }

  /** Follows an event that the store has applied. Answers which messages it is about; null if it may be all. */
  function follow(event: WireEvent): readonly number[] | null {
    const named = namedBy(event)
    for (const page of pages) for (const id of named) page.named.add(id)
    switch (event.type) {
      case 'message': {
        const { id, stream_id } = event.message
        narrows.hear(id)
        // From here on all are told.
        for (const terms of [[], stream_id ? [{ operator: 'stream', operand: stream_id }] : []]) {
          const narrow = narrows.of(terms)
          if (narrow.runs.at(-1)?.[1] !== Infinity && narrows.isFollowed(narrow)) narrows.learn(narrow, [id, Infinity])
        }
        break
      }
      case 'update_message':
        update(event)
        break
      case 'reaction':
        if (event.user_id === store.user_id) touch(named)
        break
      case 'update_message_flags':
        if (event.all) return null
        touch(named, event.flag)
        break
      case 'muted_topics':
        ageMutes()
        return null
      case 'subscription':
        if ('user_ids' in event) break
        if ('subscriptions' in event) ageStreams(event.subscriptions)
        if (event.op === 'add') ageRegained(event.subscriptions)
        ageMutes()
        return null
      case 'stream':
        if (event.op === 'delete') ageStreams(event.streams)
        else if (event.op === 'update' && event.property === 'invite_only') ageStreams([event])
        else if (event.op !== 'create' || !ageRegained(event.streams)) break
        return null
      case 'realm_user':
        if (!('role' in event.person) || event.op !== 'update' || event.person.user_id !== store.user_id) break
        age(({ history }) => history !== null)
        return null
    }
    return named
  }

  async function page(narrow: Narrow, which: Page): Promise<PageResult> {
    const asked: PendingPage = { narrow, isOld: false, named: new Set(), cut: new Set(), moved: new Set() }
    const newest = narrows.newest()
    pages.add(asked)
    try {
      const answer = ask('GET /messages', { ...which, narrow: narrow.terms as never, client_gravatar: false })
      const messages = await store.learn(answer.then((told) => (asked.isOld ? [] : told.messages)))
      const told = await answer
      pages.delete(asked)
      if (!asked.isOld) return take(asked, { ...told, messages }, newest)
    } finally {
      pages.delete(asked)
    }
    return page(narrow, which)
  }

  /** Takes a page. `newest`: all up to it were sent before the page was asked for. */
  function take(
    { narrow, named, cut: came, moved }: PendingPage,
    { anchor, found_oldest, found_newest, messages }: AnswerOf<'GET /messages'>,
    newest: number,
  ): PageResult {
    const told = new Set(messages.map(({ id }) => id))
    const last = messages.at(-1)?.id ?? 0
    const end = !found_newest ? 0 : narrows.isFollowed(narrow) ? Infinity : newest
    const at = anchor > Number.MAX_SAFE_INTEGER ? 0 : anchor
    const span: Span = [found_oldest ? 0 : Math.min(anchor, messages[0]?.id ?? anchor), Math.max(last, at, end)]
    const { found, history } = narrow
    narrows.hear(last)
    for (const { id, flags } of messages) {
      found?.add(id)
      if (!found && history === null && flags.includes('historical')) touched.add(id)
    }
    // What was deleted or moved before anybody could tell.
    const gone = narrows.ids(narrow, span).filter((id) => !told.has(id) && !named.has(id))
    if (found) for (const id of gone) found.delete(id)
    else release(gone)
    narrows.learn(narrow, span)
    narrow.old = withoutSpan(narrow.old, span)
    const elsewhere = [...moved].filter((id) => told.has(id))
    release(elsewhere)
    for (const id of came) if (!isSure(id, narrow)) narrows.cut(id, (other) => other === narrow)
    return { anchor, span, gone: [...gone, ...elsewhere] }
  }

  return { ...narrows, page, follow, release, age }
}

/** The messages that an event is about, as far as it names them. */
function namedBy(event: WireEvent): readonly number[] {
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
