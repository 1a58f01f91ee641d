import { conversationOf, type Message } from '../../../../client'
import { Marked } from '../message'
import { StreamSwatch } from '../../../ui'
import { fullNamesOf, participantsOf } from '../../people'
import { peopleAddress, streamAddress } from '../../../routes/routes'
import { useStore } from '../../../session/context'
import { texts } from '../../../i18n'

/** Names the conversation of the messages below it. */
export function RecipientHeader({ of, isSearch }: { of: Message; isSearch: boolean }) {
  const store = useStore()
  const to = conversationOf(of, store.user_id)
  if ('topic' in to) {
    const { streams } = store
    const name = streams.get(to.stream_id)?.name ?? (of.display_recipient as string)
    const named = { stream_id: to.stream_id, name }
    return (
      <h2 class="bar">
        <StreamSwatch color={streams.subscription(to.stream_id)?.color} />
        <a dir="auto" href={streamAddress(named)}>
          {name}
        </a>
        <span>›</span>
        <a class="topic" dir="auto" href={streamAddress(named, to.topic)}>
          {isSearch && of.match_subject ? <Marked html={of.match_subject} /> : to.topic || texts.sidebar.noTopic}
        </a>
      </h2>
    )
  }
  const people = participantsOf(to.user_ids, store)
  const names = people.map(({ full_name }) => full_name)
  return (
    <h2 class="bar">
      <a
        class="topic"
        dir="auto"
        href={peopleAddress(
          people.map(({ user_id }) => user_id),
          names,
        )}
      >
        {texts.messageList.between(fullNamesOf(people))}
      </a>
    </h2>
  )
}
