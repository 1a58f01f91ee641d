import type { Conversation, OtherStream, Subscription } from '../../../../client'
import { fullNamesOf, participantsOf } from '../../people'
import { words } from '../../../i18n/words'
import type { Writer } from './recipient'

/** All streams that the user can know of, subscribed or not. */
export const streamsOf = ({ state }: Writer['store']): readonly (Subscription | OtherStream)[] => [
  ...state.subscriptions.value,
  ...state.unsubscribed.value,
  ...state.never_subscribed.value,
]

/** The name of a conversation: stream and topic, or the people. */
export function nameOf(to: Conversation, store: Writer['store']): string {
  if ('topic' in to) return words.place.topicOf(store.streams.get(to.stream_id)?.name ?? '', to.topic)
  if (to.user_ids.length === 0) return words.compose.oneself
  return fullNamesOf(participantsOf(to.user_ids, store))
}
