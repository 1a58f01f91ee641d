import type { Message } from '../../client'
import { conversationOf } from '../../client/store/conversation'
import { Marked } from '../message'
import { Square } from '../parts'
import { everybody } from '../people'
import { peopleAddress, streamAddress } from '../places'
import { useStore } from '../session'
import { words } from '../words'

/** Where the messages below it belong. */
export function Bar({ of, isSearch }: { of: Message; isSearch: boolean }) {
  const store = useStore()
  const to = conversationOf(of, store.user_id)
  if ('topic' in to) {
    const { subscriptions, unsubscribed, never_subscribed } = store.state
    const stream = subscriptions.value.find(({ stream_id }) => stream_id === to.stream_id)
    const other = [...unsubscribed.value, ...never_subscribed.value].find(({ stream_id }) => stream_id === to.stream_id)
    const name = (stream ?? other)?.name ?? (of.display_recipient as string)
    const named = { stream_id: to.stream_id, name }
    return (
      <h2 class="bar" dir="auto">
        <Square color={stream?.color} />
        <a href={streamAddress(named)}>{name}</a>
        <span>›</span>
        <a class="topic" href={streamAddress(named, to.topic)}>
          {isSearch && of.match_subject ? <Marked html={of.match_subject} /> : to.topic || words.sidebar.noTopic}
        </a>
      </h2>
    )
  }
  const users = everybody(store).value
  const shown = to.user_ids.length > 0 ? to.user_ids : [store.user_id]
  const names = shown.map((id) => users.get(id)?.full_name ?? words.sidebar.somebody)
  return (
    <h2 class="bar" dir="auto">
      <a class="topic" href={peopleAddress(shown, names)}>
        {words.feed.between(names.join(', '))}
      </a>
    </h2>
  )
}
