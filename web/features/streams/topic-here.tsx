import type { Topic } from '../../../client'
import { Check } from '../../ui/form'
import { texts } from '../../i18n'
import { isTopicMuted, muteTopic } from '../people/mutes'
import { useSession } from '../../session/context'

/** A checkbox that mutes the open topic. */
export function TopicHere({ topic }: { topic: Topic }) {
  const session = useSession()
  return (
    <Check
      label={texts.streams.muteTopic(topic.topic || texts.sidebar.noTopic)}
      isOn={isTopicMuted(session, topic)}
      onChange={(isOn) => muteTopic(session, topic, isOn)}
    />
  )
}
