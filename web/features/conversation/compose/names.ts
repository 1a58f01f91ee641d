import type { Conversation } from '../../../../client'
import { fullNamesOf, participantsOf } from '../../people'
import { texts } from '../../../i18n'
import type { Writer } from './recipient'

/** The name of a conversation: stream and topic, or the people. */
export function nameOf(to: Conversation, store: Writer['store']): string {
  if ('topic' in to) return texts.mainPane.topicOf(store.streams.get(to.stream_id)?.name ?? '', to.topic)
  if (to.user_ids.length === 0) return texts.mainPane.oneself
  return fullNamesOf(participantsOf(to.user_ids, store))
}
