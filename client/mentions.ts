import type { WireEvent } from './api'
import type { Store } from './store/store'
import type { Wire } from './connection/wire'

/** Whether unread messages may have moved, or whether their stream or topic may have been muted or unmuted. */
const isAboutMutes = (event: WireEvent): boolean =>
  event.type === 'muted_topics' ||
  (event.type === 'subscription' && event.op === 'update' && event.property === 'in_home_view') ||
  (event.type === 'update_message' && (event.subject ?? event.new_stream_id) !== undefined)

/** Whether messages may have become unread, so that it is not known how they mention the account. */
const isAboutUnread = (event: WireEvent): boolean =>
  event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'remove'

export interface Mentions {
  /** Fetches the unread mentions again, if these events make that necessary. */
  apply(events: readonly WireEvent[]): void
  /** Call it when there is a new registration. */
  renew(): void
  /** Fetches again if the last request failed. */
  retry(): Promise<void>
}

/**
 * Finds out which unread messages mention everybody. Such mentions do not count in muted streams and topics, and a registration
 * does not say which of its mentions they are. They are fetched once, when mutes change.
 */
export function createMentions(store: Store, ask: Wire['ask']): Mentions {
  const narrow = ['mentioned', 'unread'].map((operand) => ({ operator: 'is', operand }))
  let isUnsure = true
  let isDue = false
  let isAsking = false

  async function retry(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      while (isUnsure && isDue) {
        isUnsure = isDue = false
        const page = ask('GET /messages', {
          anchor: 'newest',
          num_before: 1000,
          num_after: 0,
          narrow,
          client_gravatar: false,
        })
        await store.addPage(page.then(({ messages }) => messages))
      }
    } catch {
      isUnsure = isDue = true
    }
    isAsking = false
  }

  return {
    apply(events) {
      isUnsure ||= events.some(isAboutUnread)
      if (isUnsure) isDue ||= events.some(isAboutMutes)
      void retry()
    },
    renew() {
      isUnsure = true
      isDue = false
    },
    retry,
  }
}
