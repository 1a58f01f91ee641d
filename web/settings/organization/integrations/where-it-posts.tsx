import { texts } from '../../../i18n'
import { byName } from '../../../lib/by-name'
import { isolateText } from '../../../lib/isolated'
import { useStore } from '../../../session/context'
import { Choices, Field, Select } from '../../../ui/form'
import type { PostingChoices } from './posting-choices'

/** Characters of a topic. */
const maxTopicLength = 60

type Place = Pick<PostingChoices, 'stream_id' | 'topic'>

interface WhereItPostsProps {
  readonly place: Place
  /** Whether a feed is posted, whose title can be the topic. */
  readonly isFeed: boolean
  /** Owner of the bot, who gets direct messages where no stream is chosen; null if it has none. */
  readonly owner_id: number | null
  readonly onChange: (place: Place) => void
}

/** The stream and the topic in which an integration posts. */
export function WhereItPosts({ place: { stream_id, topic }, isFeed, owner_id, onChange }: WhereItPostsProps) {
  const store = useStore()
  const t = texts.integrationChoices
  const owner = owner_id === store.user_id ? undefined : store.users.name(owner_id ?? 0)
  const streams = [...store.streams.all.value.values()]
    .toSorted((a, b) => byName(a.name, b.name))
    .map((stream) => ({ value: stream.stream_id, label: isolateText(`#${stream.name}`) }))
  const options = [{ value: 0, label: owner === undefined ? t.toSelf : t.toOwner(owner) }, ...streams]
  const chosenId = stream_id ?? 0
  if (options.every(({ value }) => value !== chosenId))
    options.push({ value: chosenId, label: texts.organization.rules.hiddenStream })
  return (
    <div class="fields">
      <Select
        label={t.where}
        value={chosenId}
        options={options}
        onChoose={(id) => onChange({ stream_id: id === 0 ? null : id, topic })}
      />
      {stream_id !== null && (
        <Choices
          legend={t.topic}
          value={topic === null}
          options={[
            isFeed
              ? { value: true, label: texts.organization.integrations.feed.byTitle }
              : { value: true, label: t.byEvent, hint: t.byEventHint },
            { value: false, label: t.oneTopic },
          ]}
          onChoose={(isByEvent) => onChange({ stream_id, topic: isByEvent ? null : '' })}
        />
      )}
      {stream_id !== null && topic !== null && (
        <Field
          label={t.topicName}
          name="topic"
          autocomplete="off"
          maxLength={maxTopicLength}
          value={topic}
          onInput={({ currentTarget }) => onChange({ stream_id, topic: currentTarget.value })}
        />
      )}
    </div>
  )
}
