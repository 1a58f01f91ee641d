import type { Conversation, Store } from '../../client'
import { streamsOf } from '../compose'
import { everybody } from '../people'
import { words } from '../words'

/** What a conversation is called, of a topic without its stream. */
export function shortName(conversation: Conversation, store: Store): string {
  if ('topic' in conversation) return conversation.topic || words.sidebar.noTopic
  const users = everybody(store).value
  const nameOf = (id: number): string => users.get(id)?.full_name ?? words.sidebar.somebody
  const { user_ids } = conversation
  return user_ids.length > 0 ? user_ids.map(nameOf).join(', ') : words.sidebar.oneself(nameOf(store.user_id))
}

/** What a conversation is called, of a topic with its stream. */
export function longName(conversation: Conversation, store: Store): string {
  const short = shortName(conversation, store)
  if (!('topic' in conversation)) return short
  const stream = streamsOf(store).find(({ stream_id }) => stream_id === conversation.stream_id)
  return words.place.topicOf(stream?.name ?? '', short)
}
