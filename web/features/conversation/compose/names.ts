import type { Conversation } from '../../../../client'
import { fullNamesOf, participantsOf } from '../../people'
import { words } from '../../../i18n/words'
import type { Writer } from './recipient'

/** The name of a conversation: stream and topic, or the people. */
export function nameOf(to: Conversation, store: Writer['store']): string {
  if ('topic' in to) return words.place.topicOf(store.streams.get(to.stream_id)?.name ?? '', to.topic)
  if (to.user_ids.length === 0) return words.compose.oneself
  return fullNamesOf(participantsOf(to.user_ids, store))
}
