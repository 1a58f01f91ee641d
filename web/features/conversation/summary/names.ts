import type { Conversation, Store } from '../../../../client'
import { streamsOf } from '../compose'
import { firstNamesOf, fullNamesOf, participantsOf, type Participant } from '../../people'
import { words } from '../../../i18n/words'

/** What a conversation is called, of a topic without its stream. */
export function shortName(conversation: Conversation, store: Store): string {
  if ('topic' in conversation) return conversation.topic || words.sidebar.noTopic
  return privateName(conversation.user_ids, store, fullNamesOf)
}

/** The same in less room: of several people the first names. */
export function briefName(conversation: Conversation, store: Store): string {
  return 'topic' in conversation
    ? shortName(conversation, store)
    : privateName(conversation.user_ids, store, firstNamesOf)
}

function privateName(
  user_ids: readonly number[],
  store: Store,
  nameOf: (people: readonly Participant[]) => string,
): string {
  const name = nameOf(participantsOf(user_ids, store))
  return user_ids.length > 0 ? name : words.sidebar.oneself(name)
}

/** What a conversation is called, of a topic with its stream. */
export function longName(conversation: Conversation, store: Store): string {
  const short = shortName(conversation, store)
  if (!('topic' in conversation)) return short
  const stream = streamsOf(store).find(({ stream_id }) => stream_id === conversation.stream_id)
  return words.place.topicOf(stream?.name ?? '', short)
}
