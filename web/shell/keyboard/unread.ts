import { type Conversation, conversationKey, mutesOf, type Store } from '../../../client'
import { byName } from '../../lib/by-name'
import { isConversation, isTopic, route } from '../../routes/routes'

/** The next unread conversation that is not muted, after the open one; null if there is none. */
export function nextUnread(store: Store, kind: 'topic' | 'private'): Conversation | null {
  const mutes = mutesOf(store)
  const all = store.unread.inConversations
    .peek()
    .filter((one) => 'topic' in one === (kind === 'topic') && mutes('topic' in one ? one : {}) === undefined)

  /** Streams in the order of the sidebar. In a stream, and among direct messages, the oldest unread message comes first. */
  function order(a: Conversation, b: Conversation): number {
    const [first, second] = [a, b].map((one) =>
      'topic' in one ? store.streams.subscription(one.stream_id) : undefined,
    )
    const byStream =
      first && second && first !== second
        ? Number(second.pin_to_top) - Number(first.pin_to_top) || byName(first.name, second.name)
        : 0
    return byStream || store.unread.ids(a)[0]! - store.unread.ids(b)[0]!
  }

  const sorted = all.toSorted(order)
  const openRoute = route.peek()
  const here = isConversation(openRoute) ? conversationKey(openRoute) : null
  const at = sorted.findIndex((one) => conversationKey(one) === here)
  if (at === -1) {
    // The user has read the open conversation, so it is not in the list. Go on in its stream.
    const same = isTopic(openRoute)
      ? sorted.find((one) => 'topic' in one && one.stream_id === openRoute.stream_id)
      : undefined
    return same ?? sorted[0] ?? null
  }
  return sorted.length > 1 ? sorted[(at + 1) % sorted.length]! : null
}
