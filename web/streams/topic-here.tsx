import type { Topic } from '../../client'
import { Check } from '../forms'
import { laterWords } from '../later-words'
import { isTopicMuted, muteTopic } from '../mutes'
import { useSession } from '../session'
import { words } from '../words'

/** Whether the topic that is open is muted. */
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
