import {
  type Conversation,
  conversationKey,
  conversationOf,
  namesOf,
  narrowKey,
  type Store,
  type Terms,
  termsOf,
  withoutSelf,
} from '../../../client'
import { fullNamesOf, participantsOf } from '../../features/people'
import { peopleAddress, resolvedMark, streamAddress, viewAddress } from '../../routes/routes'
import { allViews } from '../../routes/views'
import { texts } from '../../i18n'

/** A place that the quick switcher can open. */
export interface Destination {
  readonly kind: 'view' | 'stream' | 'topic' | 'person' | 'group'
  /** The key that `visited` has for the place. */
  readonly key: string
  readonly label: string
  /** Shown beside the label; by default the kind. */
  readonly hint?: string
  /** The names by which the user finds it. */
  readonly names: readonly string[]
  readonly address: string
  /** Where unread messages are counted. */
  readonly where?: Conversation | { readonly stream_id: number }
  readonly isUnread: boolean
  /** Whether it is a resolved topic. */
  readonly isResolved?: boolean
  /** Id of its newest known message; 0 if none is known. */
  readonly newest: number
  readonly color?: string
  /** The people of direct messages, without the user. */
  readonly user_ids?: readonly number[]
}

/** Views that are always in the sidebar. */
const views = allViews
  .filter(([, { icon, isHiddenWhenEmpty }]) => icon !== undefined && !isHiddenWhenEmpty)
  .map(([view]) => view)

const topicTerms = (stream_id: number, topic: string): Terms => [
  { operator: 'stream', operand: stream_id },
  { operator: 'topic', operand: topic },
]

/** The places that the user may open, but for people without a conversation: there may be thousands, so the caller searches for them. */
export function destinations(store: Store): readonly Destination[] {
  const unread = store.unread.inConversations.value
  const isUnread = new Set(unread.map(conversationKey))
  const known = new Map(unread.map((one) => [conversationKey(one), one]))
  const newest = new Map(unread.map((one) => [conversationKey(one), store.unread.ids(one).at(-1) ?? 0]))
  const note = (key: string, id: number): unknown => newest.set(key, Math.max(newest.get(key) ?? 0, id))
  for (const message of store.messages.values()) {
    const to = conversationOf(message, store.user_id)
    known.set(conversationKey(to), to)
    note(conversationKey(to), message.id)
  }
  for (const { user_ids, max_message_id } of store.state.recent_private_conversations.value) {
    known.set(conversationKey({ user_ids }), { user_ids })
    note(conversationKey({ user_ids }), max_message_id)
  }
  for (const { user_id } of [store, ...store.state.cross_realm_bots.value]) {
    const to = { user_ids: withoutSelf([user_id], store.user_id) }
    known.set(conversationKey(to), to)
  }
  const streams = store.streams.all.value
  const colorOf = (id: number): { color?: string } => {
    const stream = streams.get(id)
    return stream && 'color' in stream ? { color: stream.color } : {}
  }

  const conversations = [...known.values()].flatMap((to): Destination[] => {
    const key = conversationKey(to)
    const state = { where: to, isUnread: isUnread.has(key), newest: newest.get(key) ?? 0 }
    if (!('topic' in to)) return [{ ...withPeople(to.user_ids, store), ...state }]
    const stream = streams.get(to.stream_id)
    if (stream === undefined) return []
    const topic = to.topic || texts.sidebar.noTopic
    return [
      {
        kind: 'topic',
        key: narrowKey(topicTerms(to.stream_id, to.topic)),
        label: topic,
        hint: stream.name,
        names: [topic, `${stream.name} ${topic}`],
        address: streamAddress(stream, to.topic),
        isResolved: to.topic.startsWith(resolvedMark),
        ...colorOf(to.stream_id),
        ...state,
      },
    ]
  })
  return [
    ...views.map((view) => ({
      kind: 'view' as const,
      key: viewAddress(view),
      label: texts.views[view],
      names: [texts.views[view]],
      address: viewAddress(view),
      isUnread: false,
      newest: 0,
    })),
    ...[...streams.values()].map((stream) => ({
      kind: 'stream' as const,
      key: narrowKey([{ operator: 'stream', operand: stream.stream_id }]),
      label: stream.name,
      names: [stream.name],
      address: streamAddress(stream),
      where: { stream_id: stream.stream_id },
      isUnread: false,
      newest: 0,
      ...colorOf(stream.stream_id),
    })),
    ...conversations,
  ]
}

function withPeople(user_ids: readonly number[], store: Store): Omit<Destination, 'where' | 'isUnread' | 'newest'> {
  const people = participantsOf(user_ids, store, store.users.all.value)
  const shown = people.map(({ user_id }) => user_id)
  const names = people.map(({ full_name }) => full_name)
  const whole = fullNamesOf(people)
  return {
    kind: user_ids.length > 1 ? 'group' : 'person',
    key: narrowKey([{ operator: 'pm-with', operand: shown }]),
    label: user_ids.length === 0 ? texts.sidebar.oneself(whole) : whole,
    names: [whole, ...names],
    address: peopleAddress(shown, names),
    user_ids,
  }
}

/** The messages with a person with whom there are none. */
export const firstMessagesWith = (user_id: number, store: Store): Destination => ({
  ...withPeople([user_id], store),
  where: { user_ids: [user_id] },
  isUnread: false,
  newest: 0,
})

/** A place of this page. */
interface Place {
  /** The key of its `Destination`. */
  readonly key: string
  /** The person, if it has the direct messages with one. */
  readonly user_id: number | undefined
}

/** The place that a hash of this page leads to. */
export function placeAt(hash: string, store: Store): Place {
  const found = termsOf(hash, namesOf(store))
  const isView = views.some((view) => viewAddress(view) === hash)
  if (found === null || isView) return { key: hash || viewAddress('inbox'), user_id: undefined }
  const { operator, operand } = found.terms[0] ?? {}
  const isPerson = found.terms.length === 1 && operator === 'pm-with' && Array.isArray(operand) && operand.length === 1
  return { key: narrowKey(found.terms), user_id: isPerson ? (operand[0] as number) : undefined }
}

/** The places that the user has opened in this window, the last first. */
export function visited(store: Store): readonly Place[] {
  // Some browsers do not have the Navigation API.
  const entries = 'navigation' in globalThis ? navigation.entries() : []
  const hashes = entries.map(({ url }) => new URL(url ?? '', location.origin).hash).toReversed()
  const places = [...new Set(hashes)].map((hash) => placeAt(hash, store))
  return [...Map.groupBy(places, ({ key }) => key).values()].map(([place]) => place!)
}
