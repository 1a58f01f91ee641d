import { type Client, type Conversation, conversationKey, conversationOf, type View } from '../../../../client'
import { longName } from '../../conversation/summary'

/** A conversation in the list. */
export interface Recent {
  readonly key: string
  readonly conversation: Conversation
  /** Id of its newest message. */
  readonly newest: number
  /** When the newest message was sent, in seconds since 1970; null while it is not held. */
  readonly timestamp: number | null
  /** The senders in a topic, the latest first; all people of direct messages. */
  readonly people: readonly number[]
  readonly isParticipated: boolean
}

/** Which conversations to show. */
export interface RecentFilter {
  readonly text: string
  readonly isUnread: boolean
  readonly isParticipated: boolean
  /** Whether to show muted ones, too. */
  readonly isMuted: boolean
}

type Account = Pick<Client, 'store' | 'lastEvents'>

interface GatheredRow extends Omit<Recent, 'people'> {
  readonly people: Set<number>
  isParticipated: boolean
}

/** The conversations of the messages in a view, the newest first, and unread ones that the view lacks. */
export function recentOf({ store, lastEvents }: Account, view: View): readonly Recent[] {
  // Read for their changes: the ids stay the same when messages move, and when loaded pages bring nothing new.
  void lastEvents.value
  void view.isLoading.value
  const all = new Map<string, GatheredRow>()
  for (const id of view.ids.value.toReversed()) {
    const message = store.messages.get(id)
    if (message === undefined) continue
    const { sender_id, timestamp } = message
    const conversation = conversationOf(message, store.user_id)
    const key = conversationKey(conversation)
    const row = all.get(key) ?? { ...begun(conversation, key, id), timestamp }
    all.set(key, row)
    if ('topic' in conversation) row.people.add(sender_id)
    row.isParticipated ||= sender_id === store.user_id
  }
  for (const conversation of store.unread.inConversations.value) {
    const key = conversationKey(conversation)
    if (!all.has(key)) all.set(key, begun(conversation, key, store.unread.ids(conversation).at(-1)!))
  }
  return [...all.values()].toSorted((a, b) => b.newest - a.newest).map((one) => ({ ...one, people: [...one.people] }))
}

const begun = (conversation: Conversation, key: string, newest: number): GatheredRow => ({
  key,
  conversation,
  newest,
  timestamp: null,
  people: new Set('user_ids' in conversation ? conversation.user_ids : []),
  isParticipated: false,
})

/** The conversations that the filter leaves. */
export function matchingConversations(
  all: readonly Recent[],
  wanted: RecentFilter,
  { store }: Account,
): readonly Recent[] {
  const { unread, state } = store
  const text = wanted.text.trim().toLowerCase()
  // Read for their changes: `isMuted` depends on them.
  void state.muted_topics.value
  void state.subscriptions.value
  return all.filter(
    ({ conversation, isParticipated }) =>
      (wanted.isMuted || !unread.isMuted(conversation)) &&
      (!wanted.isParticipated || isParticipated) &&
      (!wanted.isUnread || unread.count(conversation).value > 0) &&
      (text === '' || longName(conversation, store).toLowerCase().includes(text)),
  )
}
