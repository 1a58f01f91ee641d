import type { Change, Turn } from '../core/change'
import { refused } from '../core/errors'
import { fragment } from '../core/sql'
import { foldCase } from '../core/unicode'
import { noTopic, topicName } from '../messages/text'
import { accessStream, findStream, type StreamRef } from '../streams/access'
import { mutesOf } from './queries'

interface TopicInput {
  stream: StreamRef
  topic: string
}

/** Topics that one user may mute. */
const mostMutes = 5000

/** Mutes a topic for the actor, who must know the stream; the topic needs no message (specification, States and transitions). */
export async function muteTopic(turn: Turn, input: TopicInput): Promise<Change> {
  const { actor, now, sql } = turn
  const { stream } = await accessStream(turn, input.stream)
  const topic = topicName(input.topic, { mandatory: false })
  const topic_key = foldCase(topic)
  const { muted, amount } = await mutesOf(sql, actor.id, { stream_id: stream.id, topic_key })
  if (muted) throw refused('Topic already muted', { code: null })
  if (amount >= mostMutes) throw refused(`Too many muted topics (limit: ${mostMutes})`)
  return {
    writes: [
      fragment`
        insert into muted_topic (user_id, stream_id, topic_key, topic, date_muted)
        values (${actor.id}, ${stream.id}, ${topic_key}, ${topic}, ${Math.floor(now)})`,
    ],
    result: {},
  }
}

/** Takes a mute back; also in a stream that the actor has lost sight of. */
export async function unmuteTopic({ actor, known, sql }: Turn, input: TopicInput): Promise<Change> {
  const stream = await findStream(known, actor, input.stream)
  if (stream === null) throw refused('name' in input.stream ? 'Invalid stream name' : 'Invalid stream id')
  const topic_key = foldCase(input.topic.trim() || noTopic)
  const { muted } = await mutesOf(sql, actor.id, { stream_id: stream.id, topic_key })
  if (!muted) throw refused('Topic is not muted', { code: null })
  return {
    writes: [
      fragment`
        delete from muted_topic
        where user_id = ${actor.id} and stream_id = ${stream.id} and topic_key = ${topic_key}`,
    ],
    result: {},
  }
}
