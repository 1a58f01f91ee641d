import type { WireEvent } from './api'
import type { Store } from './store/store'
import type { Wire } from './connection/wire'

/** Whether unread messages may be in another place than before, or in one that is muted now, or is not any more. */
const isAboutMutes = (event: WireEvent): boolean =>
  event.type === 'muted_topics' ||
  (event.type === 'subscription' && event.op === 'update' && event.property === 'in_home_view') ||
  (event.type === 'update_message' && (event.subject ?? event.new_stream_id) !== undefined)

/** Whether messages may have become unread of which nobody told how they mention. */
const isAboutUnread = (event: WireEvent): boolean =>
  event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'remove'

export interface Mentions {
  /** Asks which unread messages mention everybody, if these events make a difference. */
  apply(events: readonly WireEvent[]): void
  /** Says that there is a new registration. */
  renew(): void
  /** Asks again if that failed. */
  retry(): Promise<void>
}

/**
 * Learns which unread messages mention everybody: those count unless something is muted, and a registration does not tell
 * which of its mentions they are. It is asked once, when it makes a difference.
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
        await store.learn(page.then(({ messages }) => messages))
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
