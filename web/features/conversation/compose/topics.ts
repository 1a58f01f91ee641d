import { ofStreams } from './of-streams'
import type { Writer } from './recipient'
import { rank } from '../../../lib/rank'

/** Topics of streams, for suggestions. */
export interface TopicSearch {
  /** Loads the topics of a stream, once. */
  load(stream_id: number): Promise<void>
  /** Loaded topics of a stream that match the typed text, the newest first. */
  like(stream_id: number, typed: string): readonly string[]
}

const maxTopics = 8

const topicsByStream = ofStreams(async ({ ask }, stream_id): Promise<readonly string[]> => {
  const { topics } = await ask('GET /users/me/{stream_id}/topics', { stream_id })
  return topics.map(({ name }) => name)
})

export function topicsOf(account: Pick<Writer, 'store' | 'ask'>): TopicSearch {
  const topicsBy = topicsByStream(account)
  return {
    load: (stream_id) => topicsBy.load(stream_id),
    like(stream_id, typed) {
      const topics = topicsBy.of(stream_id) ?? []
      const places = new Map(topics.map((topic, place) => [topic, place]))
      return rank(topics, typed, {
        names: (topic) => [topic],
        weight: (topic) => places.get(topic)!,
        maxResults: maxTopics,
      })
    },
  }
}
