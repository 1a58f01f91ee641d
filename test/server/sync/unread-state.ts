import type { Registration, State } from '../../../client/api'
import { conversationKey, type Conversation } from '../../../client/store/conversation'
import type { Store } from '../../../client/store/store'

type UnreadState = State['unread_msgs']

/** What a store knows to be unread, as a registration would tell it (register, unread_msgs). */
export function unreadState(store: Store): UnreadState {
  const { unread, user_id: own_id } = store
  const state: UnreadState = {
    count: unread.count('everywhere').value,
    pms: [],
    huddles: [],
    streams: [],
    mentions: [],
    old_unreads_missing: unread.isIncomplete,
  }
  const lists = new Map<string, number[]>()
  for (const [id, { conversation, mention }] of unread.confirmedEntries().toSorted(([left], [right]) => left - right)) {
    if (mention !== 'none' && !(mention === 'wildcard' && isMuted(store, conversation))) state.mentions.push(id)
    // Spellings of a topic are separate entries.
    const spelling = JSON.stringify(conversation)
    const list = lists.get(spelling) ?? []
    if (list.push(id) > 1) continue
    lists.set(spelling, list)
    enter(state, conversation, { own_id, ids: list })
  }
  return state
}

function isMuted({ state }: Store, conversation: Conversation): boolean {
  if (!('stream_id' in conversation)) return false
  const { stream_id } = conversation
  const stream = state.subscriptions.value.find((one) => one.stream_id === stream_id)!
  const isSame = ([name, topic]: [string, string, number]) =>
    name === stream.name && conversationKey({ stream_id, topic }) === conversationKey(conversation)
  return stream.is_muted || state.muted_topics.value.some(isSame)
}

/** The state as a fresh registration would answer it. */
export const plainState = (store: Store): Registration => ({ ...store.plain(), unread_msgs: unreadState(store) })

function enter(
  { pms, huddles, streams }: UnreadState,
  conversation: Conversation,
  { own_id, ids: unread_message_ids }: { own_id: number; ids: number[] },
): void {
  if ('stream_id' in conversation) {
    streams.push({ ...conversation, unread_message_ids })
    return
  }
  const { user_ids } = conversation
  const [other_user_id = own_id] = user_ids
  if (user_ids.length < 2) pms.push({ other_user_id, sender_id: other_user_id, unread_message_ids })
  else
    huddles.push({
      user_ids_string: [...user_ids, own_id].toSorted((left, right) => left - right).join(),
      unread_message_ids,
    })
}
