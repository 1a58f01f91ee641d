import type { Conversation, Store } from '../../../../client'
import { firstNamesOf, fullNamesOf, participantsOf, type Participant } from '../../people'
import { texts } from '../../../i18n'

/** The name of a conversation; for a topic, without its stream. */
export function shortName(conversation: Conversation, store: Store): string {
  if ('topic' in conversation) return conversation.topic || texts.sidebar.noTopic
  return privateName(conversation.user_ids, store, fullNamesOf)
}

/** Like `shortName`, with only the first names of several people. */
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
  return user_ids.length > 0 ? name : texts.sidebar.oneself(name)
}

/** The name of a conversation; for a topic, with its stream. */
export function longName(conversation: Conversation, store: Store): string {
  const short = shortName(conversation, store)
  if (!('topic' in conversation)) return short
  const stream = store.streams.get(conversation.stream_id)
  return texts.mainPane.topicOf(stream?.name ?? '', short)
}
