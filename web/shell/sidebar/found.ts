import { type Client, conversationKey, type Store, type Subscription } from '../../../client'
import { participantsOf } from '../../features/people'
import { byName } from '../../lib/by-name'
import { matching } from '../../lib/rank'
import { privateRows } from '../../features/conversation/summary/direct-message-rows'

/** Most conversations of direct messages, streams, and topics of a stream that are shown. */
const maxMatches = { private: 30, streams: 100, topics: 10 }

interface FoundStream {
  readonly stream: Subscription
  readonly topics: readonly string[]
}

/** What the filter leaves of the sidebar. */
export interface SidebarMatch {
  /** The user ids of each conversation, with commas. */
  readonly private: readonly string[]
  readonly streams: readonly FoundStream[]
}

/** Names of topics by stream id, each in its newest spelling. */
export type KnownTopics = ReadonlyMap<number, readonly string[]>

/** The topics of held messages, and unread topics. */
export function topicsOf({ store, lastEvents }: Pick<Client, 'store' | 'lastEvents'>): KnownTopics {
  // Read for its changes: events tell when messages are sent, moved or deleted.
  void lastEvents.value
  const topics = new Map<number, Map<string, string>>()
  function add(stream_id: number, topic: string): void {
    const known = topics.get(stream_id) ?? new Map<string, string>()
    topics.set(stream_id, known.set(conversationKey({ stream_id, topic }), topic))
  }
  for (const { stream_id, subject } of store.messages.values()) if (stream_id !== undefined) add(stream_id, subject)
  for (const one of store.unread.inConversations.value) if ('topic' in one) add(one.stream_id, one.topic)
  return new Map([...topics].map(([stream_id, names]) => [stream_id, [...names.values()].toSorted(byName)]))
}

interface SidebarFilter {
  readonly text: string
  readonly isUnread: boolean
}

/** The streams that the user is in: pinned ones first, each group by name. */
export const streamsInOrder = ({ state }: Store): readonly Subscription[] =>
  state.subscriptions.value.toSorted((a, b) => Number(b.pin_to_top) - Number(a.pin_to_top) || byName(a.name, b.name))

/** What is listed in the sidebar as long as nothing is filtered. */
interface SidebarContent {
  /** See `streamsInOrder`. */
  readonly streams: readonly Subscription[]
  readonly topics: KnownTopics
}

/** The direct messages, streams and topics whose names match a text; if `isUnread`, only unread ones. */
export function filterSidebar(store: Store, listed: SidebarContent, { text, isUnread }: SidebarFilter): SidebarMatch {
  const { unread } = store
  const isAll = text.trim() === ''
  const matchOf = matching(text)
  const fits = (name: string): boolean => matchOf(name) !== null
  const streams = listed.streams.flatMap((stream): FoundStream[] => {
    const { stream_id, name } = stream
    const isShown = fits(name) && (!isUnread || (!stream.is_muted && unread.count(stream).value > 0))
    // Without a text, only unread topics are shown.
    const isTopicShown = (topic: string): boolean =>
      (isAll ? isShown : fits(topic) || fits(`${name} ${topic}`)) &&
      (isUnread ? unread.count({ stream_id, topic }).value > 0 : !isAll) &&
      (!isUnread || !unread.isMuted({ stream_id, topic }))
    const shown = (listed.topics.get(stream_id) ?? []).filter(isTopicShown).slice(0, maxMatches.topics)
    return isShown || shown.length > 0 ? [{ stream, topics: shown }] : []
  })
  const people = privateRows(store)
    .map(({ conversation }) => conversation)
    .filter(
      (one) =>
        (!isUnread || unread.count(one).value > 0) &&
        participantsOf(one.user_ids, store).some(({ full_name }) => fits(full_name)),
    )
    .map(({ user_ids }) => user_ids.join())
  return { private: people.slice(0, maxMatches.private), streams: streams.slice(0, maxMatches.streams) }
}
