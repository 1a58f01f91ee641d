import type { Topic } from '../../../client'
import { Check } from '../../ui/form'
import { laterWords } from '../../i18n/later-words'
import { isTopicMuted, muteTopic } from '../people/mutes'
import { useSession } from '../../session/context'
import { words } from '../../i18n/words'

/** A checkbox that mutes the open topic. */
export function TopicHere({ topic }: { topic: Topic }) {
  const session = useSession()
  return (
    <Check
      label={laterWords.streams.muteTopic(topic.topic || words.sidebar.noTopic)}
      isOn={isTopicMuted(session, topic)}
      onChange={(isOn) => muteTopic(session, topic, isOn)}
    />
  )
}
