import { type Conversation, conversationKey, mutesOf, type Store } from '../../../client'
import { byName } from '../../features/people'
import { isConversation, isTopic, route } from '../../routes/routes'

/** The next conversation with something unread that is not muted, from the open one on; null if there is none. */
export function nextUnread(store: Store, kind: 'topic' | 'private'): Conversation | null {
  const mutes = mutesOf(store)
  const all = store.unread.inConversations
    .peek()
    .filter((one) => 'topic' in one === (kind === 'topic') && mutes('topic' in one ? one : {}) === undefined)
  const streams = new Map(store.state.subscriptions.peek().map((one) => [one.stream_id, one]))

  /** As the sidebar has the streams; topics and people by what was written first. */
  function order(a: Conversation, b: Conversation): number {
    const [first, second] = [a, b].map((one) => ('topic' in one ? streams.get(one.stream_id) : undefined))
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
    // What was read here is not in the list any more; go on in its stream.
    const same = isTopic(openRoute)
      ? sorted.find((one) => 'topic' in one && one.stream_id === openRoute.stream_id)
      : undefined
    return same ?? sorted[0] ?? null
  }
  return sorted.length > 1 ? sorted[(at + 1) % sorted.length]! : null
}
